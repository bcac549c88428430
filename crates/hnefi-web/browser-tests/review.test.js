// @ts-check
// The whole game on the analysis board: searched by several workers, drawn, told, and made into exercises.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { Server, launch, person, tap } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** The defenders do not see the king's way out, and he is captured. */
const MISSED = '[Rules "brandubh"]\n[Position "/7/7/3t3/K5T/t6/7/7/"]\n[Turn "defenders"]\n\n1. ... g4-g3 2. d3-a3\n';
/** Some moves that lead nowhere. */
const QUIET = `[Rules "brandubh"]\n\n${['1. d1-c1 d3-c3', '2. c1-b1 c3-b3', '3. b1-c1 b3-c3', '4. c1-b1 d5-e5', '5. b1-a1 e5-f5'].join(' ').replace('5. b1-a1', '5. b1-b2')}\n`;

/** @param {Page} page @param {string} text */
async function open(page, text) {
  await page.goto(`/analyse#t=${deflateRawSync(text).toString('base64url')}`);
  await page.waitForFunction(() => document.querySelector('#score button'));
  // Which referee answers, and whether workers search or the server, is settled by then.
  await page.waitForFunction(() => document.documentElement.dataset.referee);
}

/** Where the page is. @param {Page} page @param {string} path */
const at = (page, path) => page.waitForFunction((wanted) => document.getElementById('analyse')?.dataset.path === wanted, path);

/** @param {Page} page */
async function analyse(page) {
  await page.click('#review-go');
  await page.waitForFunction(() => document.getElementById('review-status')?.textContent === 'The whole game is analysed.');
}

test('a game is analysed, gone through by its graph, and its mistake is told', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  assert.match(await page.innerText('#review-found .mistakes'), /1… g4–g3\s+Blunder\s+Defenders’ chances 100 % to 0 %\s+g4–g3 let the attackers capture the king with d3–a3; better was a4–a1, which wins at once\./);
  assert.match(await page.innerText('#review-found .accuracy'), /attackers 100 %, defenders 2 %/);
  // By the slider, as a keyboard does it, and as it is read out.
  await page.focus('#review-ply');
  await page.keyboard.press('Home');
  await at(page, '');
  assert.equal(await page.getAttribute('#review-ply', 'aria-valuetext'), 'Before the first move: attackers win 0 %, draw 0 %, defenders win 100 %');
  await page.keyboard.press('ArrowRight');
  await at(page, 'g4-g3');
  assert.equal(await page.getAttribute('#review-ply', 'aria-valuetext'), '1. g4–g3: attackers win 100 %, draw 0 %, defenders win 0 %');
  // By a click into the graph, near its right end.
  const box = await page.locator('#review-graph').boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width - 2, box.y + 20);
  await at(page, 'g4-g3 d3-a3');
  // By the list, and by the table.
  await page.click('#review-found [data-ply="1"]');
  await at(page, 'g4-g3');
  await page.locator('#review summary').first().click();
  await page.click('#review-table [data-ply="0"]');
  await at(page, '');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what was found is written into the moves, and undone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  await page.click('#review-write');
  await page.waitForFunction(() => document.querySelector('#score .variation')?.textContent?.includes('a4–a1'));
  assert.match(await page.innerText('#score'), /Blunder: g4–g3 let the attackers capture the king/);
  await page.click('#undo');
  await page.waitForFunction(() => !document.querySelector('#score .variation'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a mistake is an exercise: what was played is told, what is worse, and what solves it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  await page.click('[data-learn="defenders"]');
  await at(page, '');
  assert.match(await page.innerText('#learn-task'), /The defenders move\. g4–g3 was a mistake/);
  assert.equal(await page.isVisible('#score'), false, 'the moves would tell the answer');
  const told = (/** @type {RegExp} */ what) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById('learn-told')?.textContent ?? ''), what.source);
  await tap(page, 'g4');
  await tap(page, 'g3');
  await told(/^g4–g3 is what was played/);
  await page.click('#learn-retry');
  await at(page, '');
  await tap(page, 'g4');
  await tap(page, 'g5');
  await told(/^Not yet: it is about as bad as what was played, and 100 % worse/);
  await page.click('#learn-retry');
  await at(page, '');
  await tap(page, 'a4');
  await tap(page, 'a1');
  await told(/^Solved\. This is the best move that was found, and 100 % better.* The line: a4–\u2060a1$/);
  await page.click('#learn-next');
  await page.waitForFunction(() => document.getElementById('review-status')?.textContent === 'The exercises are done: 1 of 1 solved.');
  assert.equal(await page.isVisible('#learn'), false);
  assert.equal(await page.locator('#score button').count(), 2, 'what was tried is not kept');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('in an exercise the board keeps its lines, and the better move is shown on it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  await page.click('[data-learn="defenders"]');
  await at(page, '');
  assert.notEqual(await page.locator('#board svg .lines').evaluate((lines) => getComputedStyle(lines).display), 'none');
  await tap(page, 'g4');
  await tap(page, 'g5');
  await at(page, 'g4-g5');
  await page.click('#learn-show');
  await page.locator('#board .hint-arrow').waitFor({ state: 'attached' });
  await at(page, '');
  assert.match(await page.innerText('#learn-told'), /The line: a4–\u2060a1$/);
  await tap(page, 'a4');
  await tap(page, 'a1');
  await page.waitForFunction(() => document.getElementById('learn-told')?.dataset.solved === 'yes');
  assert.equal(await page.locator('#board .hint-arrow').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('all that was tried in an exercise is taken back, with the answers to it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  await page.click('[data-learn="defenders"]');
  await at(page, '');
  await tap(page, 'g4');
  await tap(page, 'g5');
  await at(page, 'g4-g5');
  await tap(page, 'd3');
  await tap(page, 'd1');
  await at(page, 'g4-g5 d3-d1');
  await page.click('#learn-retry');
  await at(page, '');
  await page.click('#learn-end');
  await page.locator('#learn').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('#score button').count(), 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the exercises end where another analysis is opened, and take nothing back in it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, MISSED);
  await analyse(page);
  await page.click('[data-learn="defenders"]');
  await page.locator('#learn').waitFor();
  await page.evaluate(async () => {
    const { study } = await import(/** @type {HTMLScriptElement} */ (document.querySelector('script[src$="analyse.js"]')).src);
    await study.begin({ do: 'start', at: { rules: 'brandubh' } });
    await study.edit({ do: 'play', move: 'd1-c1' });
  });
  await at(page, 'd1-c1');
  assert.equal(await page.isVisible('#learn'), false);
  assert.equal(await page.locator('#score button').count(), 1);
  assert.equal(await page.isVisible('#score'), true);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a move that is added at the end of what was analysed is analysed, too, before all is written', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, '[Rules "brandubh"]\n\n1. d1-c1\n');
  await analyse(page);
  await page.click('#score button');
  await at(page, 'd1-c1');
  await tap(page, 'd3');
  await tap(page, 'c3');
  await at(page, 'd1-c1 d3-c3');
  await page.click('#review-write');
  await page.waitForFunction(() => document.getElementById('review-status')?.textContent?.startsWith('The chances, the sentences'));
  assert.equal(await page.getAttribute('#review-ply', 'max'), '2');
  assert.deepEqual(complaints.filter((complaint) => !complaint.includes('429')), []);
  await context.close();
});

test('an analysis is stopped, goes on where it was, and so it does after the page was closed', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, QUIET);
  const known = () => page.evaluate(() => JSON.parse(localStorage.getItem('hnefi-review') ?? '{"found":[]}').found.filter(Boolean).length);
  await page.click('#review-go');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('hnefi-review') ?? '{"found":[]}').found.some(Boolean));
  await page.click('#review-go');
  await page.waitForFunction(() => document.getElementById('review-go')?.textContent === 'Go on');
  const first = await known();
  assert.ok(first > 0 && first < 11, `${first} positions were searched`);
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.referee);
  await page.waitForFunction(() => document.querySelector('#score button'));
  await page.click('#review-go');
  await page.waitForFunction((all) => new RegExp(`^Analysed (\\d+) of ${all}`).test(document.getElementById('review-status')?.textContent ?? ''), 11);
  const done = Number((await page.innerText('#review-status')).match(/Analysed (\d+)/)?.[1]);
  assert.ok(done >= first, `it began anew: ${done} of ${first}`);
  await page.click('#review-go');
  // A server that has enough to do says so, and is asked again.
  assert.deepEqual(complaints.filter((complaint) => !complaint.includes('429')), []);
  await context.close();
});
