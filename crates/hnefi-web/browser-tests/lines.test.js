// @ts-check
// The computer's view and the referee on the analysis board.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { Server, launch, person, tap } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** The defenders, to move, win by force: f3-a3 and a3-a1. */
const WON = { rules: 'fetlar-2018', position: '/11/11/5K5/11/11/11/11/11/5t5/11/5t5/', turn: 'defenders' };
/** f9-f8 captures the defender on f7 against the throne. */
const CAPTURE = { rules: 'fetlar-2018', position: '/3K7/11/11/11/11/11/5T5/11/5t5/11/3t7/', turn: 'attackers' };

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Begins an analysis at a position. @param {Page} page @param {object} at */
async function analyse(page, at) {
  await page.goto('/analyse');
  await page.locator('#board [data-square]').first().waitFor();
  await page.evaluate(async (begins) => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[src$="analyse.js"]')).src;
    const { study } = await import(script);
    await study.edit({ do: 'start', at: begins });
  }, at);
}

/** The moves of the line that is shown. @param {Page} page @returns {Promise<string[]>} */
const path = (page) => page.evaluate(async () => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[src$="analyse.js"]')).src;
  return (await import(script)).study.path;
});

/** Waits for three lines that go so deep. @param {Page} page @param {number} depth */
const deep = (page, depth) => page.waitForFunction((wanted) => document.querySelectorAll('#lines-list li').length === 3
  && Number(/Depth (\d+)/.exec(document.getElementById('lines-work')?.textContent ?? '')?.[1]) >= wanted, depth);

/** Where a piece stands, as the board tells screen readers. @param {Page} page @param {string} square */
const on = (page, square) => page.locator(`#board [data-square="${square}"]`).innerText();

for (const where of ['page', 'server']) {
  test(`three lines are found, shown on the board and played, by the computer of the ${where}`, async () => {
    const { page, complaints, context } = await person(browser, server);
    if (where === 'server') await page.route('**/wasm/hnefi.wasm', (route) => route.fulfill({ status: 404 }));
    await analyse(page, { rules: 'brandubh' });
    assert.equal(await page.locator('#lines-view').isVisible(), false, 'it is asked for');
    await page.getByRole('switch', { name: 'The computer’s view' }).check();
    await deep(page, 2);
    assert.match(await page.locator('#lines-says').innerText(), /^Attackers win \d+\s%, draw \d+\s%, defenders win \d+\s%$/);
    assert.match(await page.locator('#lines-work').innerText(), where === 'page' ? /^Depth \d+, \S+ positions a second$/ : /positions a second, on the server/);
    assert.equal(await page.locator('#board .shapes [class*="line-"]').count(), 3);
    // What is pointed at is shown, and nothing is played. The lines stay as they are while they are pointed at.
    const second = page.locator('#lines-list li').first().locator('button').nth(1);
    await second.hover();
    const [from = '', to = ''] = (await second.innerText()).match(/[a-o]\d+/g) ?? [];
    assert.match(await on(page, from), /empty|throne/i);
    assert.match(await on(page, to), /attacker|defender|king/i);
    await page.locator('#status').hover();
    assert.match(await on(page, from), /attacker|defender|king/i);
    assert.deepEqual(await path(page), []);
    await second.hover();
    const line = await page.locator('#lines-list li').first().locator('button').allInnerTexts();
    await second.click();
    await page.waitForFunction(() => document.querySelectorAll('#score button').length === 2);
    assert.deepEqual(await path(page), line.slice(0, 2).map((text) => text.replace('–', '-').replace(/×.*/, '')));
    await deep(page, 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => document.querySelectorAll('#score button').length === 0);
    await page.getByRole('switch', { name: 'The computer’s view' }).uncheck();
    assert.equal(await page.locator('#board .shapes [class*="line-"]').count(), 0);
    assert.deepEqual(complaints.filter((text) => !text.includes('hnefi.wasm') && !text.includes('404')), []);
    await context.close();
  });
}

test('a forced win is told as one, and the end of the game as the end', async () => {
  const { page, complaints, context } = await person(browser, server);
  await analyse(page, WON);
  await page.getByRole('switch', { name: 'The computer’s view' }).check();
  await page.getByText('The defenders win by force in 2 moves.').waitFor();
  assert.equal(await page.locator('.line-score').first().innerText(), 'won in 2');
  await page.locator('#lines-list li').first().locator('button').first().click();
  await page.locator('.line-score', { hasText: 'lost in' }).first().waitFor();
  // The mouse rests where it played the move: it points at nothing of what came under it.
  assert.equal(await page.locator('#board.previews, .previews').count(), 0);
  await page.evaluate(async () => {
    const { study } = await import(/** @type {HTMLScriptElement} */ (document.querySelector('script[src$="analyse.js"]')).src);
    await study.go([]);
    await study.edit({ do: 'play', move: 'f3-a3', then: ['f9-e9', 'a3-a1'] });
  });
  await page.getByText('The game is over here.').waitFor();
  assert.match(await page.locator('#captured').innerText(), /corner/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a proof is told with a line that is played on the board, while the view waits and goes on', async () => {
  const { page, complaints, context } = await person(browser, server);
  await analyse(page, WON);
  await page.getByRole('switch', { name: 'The computer’s view' }).check();
  await page.getByText('The defenders win by force in 2 moves.').waitFor();
  await page.getByRole('button', { name: 'Can anyone force a win?' }).click();
  await page.getByRole('heading', { name: 'The defenders win by force within 2 moves' }).waitFor();
  const moves = page.locator('#proved .line-moves button');
  assert.equal((await moves.allInnerTexts())[0], 'f3–a3');
  await moves.last().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  assert.match(await on(page, 'a1'), /king/i);
  await page.keyboard.press('Enter');
  await page.getByText('The game is over here.').waitFor();
  assert.equal((await path(page)).length, 3);
  // The proof stays while one goes through it.
  await page.keyboard.press('ArrowLeft');
  await moves.nth(1).press('Enter');
  await page.locator('#proved [aria-current]', { hasText: await moves.nth(1).innerText() }).waitFor();
  assert.equal((await path(page)).length, 2);
  await page.getByText('Another game or position').click();
  await page.getByRole('button', { name: 'Analyse it' }).click();
  await page.waitForFunction(() => document.getElementById('proved')?.childElementCount === 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('while the computer does something else, what it found is shown at its own place only', async () => {
  const { page, complaints, context } = await person(browser, server);
  await analyse(page, { rules: 'brandubh', moves: ['d1-c1', 'd3-c3'] });
  const arrows = page.locator('#board .shapes [class*="line-"]');
  const view = page.getByRole('switch', { name: 'The computer’s view' });
  const at = (/** @type {string} */ wanted) => page.waitForFunction((path) => document.getElementById('analyse')?.dataset.path === path, wanted);
  const pause = () => page.evaluate(async () => {
    const { pause: begin } = await import(/** @type {HTMLScriptElement} */ (document.querySelector('script[src$="lines.js"]')).src);
    /** @type {any} */ (globalThis).goOn = begin();
  });
  await view.check();
  await deep(page, 2);
  await pause();
  assert.equal(await arrows.count(), 3, 'it stays to be read');
  await page.click('#step-back');
  await at('d1-c1');
  assert.equal(await arrows.count(), 0);
  assert.equal(await page.locator('#lines-list li').count(), 0);
  await page.click('#step-forward');
  await at('d1-c1 d3-c3');
  assert.equal(await arrows.count(), 0);
  await page.evaluate(() => /** @type {any} */ (globalThis).goOn());
  await deep(page, 2);
  assert.equal(await arrows.count(), 3);
  await pause();
  await view.uncheck();
  assert.equal(await arrows.count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the referee says why a piece stands, why a move is refused, and by which clause pieces fell', async () => {
  const { page, complaints, context } = await person(browser, server);
  await analyse(page, CAPTURE);
  await tap(page, 'f9');
  await page.getByRole('button', { name: 'Why is it not captured?' }).click();
  await page.getByRole('heading', { name: 'Why does the attacker on f9 still stand?' }).waitFor();
  await tap(page, 'g8');
  await page.getByRole('heading', { name: 'Why is f9–g8 refused?' }).waitFor();
  assert.ok(await page.locator('#asked .clause').count() > 0);
  assert.deepEqual(await path(page), []);
  await tap(page, 'f9');
  await tap(page, 'f8');
  await page.locator('#captured').getByText('f7').first().waitFor();
  await page.locator('#captured summary').click();
  assert.match(await page.locator('#captured .clause a').first().getAttribute('href') ?? '', /^\/rules\/fetlar-2018#clause-/);
  assert.equal(await page.locator('#asked').innerText(), '', 'what was said of another place is gone');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('other rule sets say what they think of the last move, and the game goes on under another one', async () => {
  const { page, complaints, context } = await person(browser, server);
  await analyse(page, { ...CAPTURE, moves: ['f9-f8'] });
  await page.getByText('What other rule sets say here').click();
  await page.locator('#rulings .rules-group').first().waitFor();
  assert.ok(await page.locator('#rulings .clause, #rulings .grade').count() > 0);
  const rules = page.getByLabel('Play the same moves under');
  assert.equal(await rules.inputValue(), 'fetlar-2018');
  assert.equal(await rules.locator('option[value="brandubh"]').isDisabled(), true, 'its board is another one');
  await rules.selectOption('copenhagen');
  await page.locator('#analyse-title', { hasText: 'Copenhagen' }).waitFor();
  assert.deepEqual(await path(page), ['f9-f8']);
  await page.locator('#rulings .rules-group.same', { hasText: 'Copenhagen' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('without the server the view goes deeper, and everything is there on a narrow screen and for every reader', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 320, height: 640 } });
  await analyse(page, { rules: 'copenhagen', moves: ['d1-d3', 'f4-c4'] });
  await page.getByRole('switch', { name: 'The computer’s view' }).check();
  await deep(page, 3);
  await context.setOffline(true);
  await page.getByText('What other rule sets say here').click();
  await page.locator('#rulings > *').first().waitFor();
  await page.getByRole('button', { name: 'Can anyone force a win?' }).click();
  await page.getByRole('button', { name: 'Stop looking for a forced win' }).click();
  await page.getByRole('button', { name: 'Can anyone force a win?' }).waitFor();
  await deep(page, 4);
  assert.match(await page.locator('#lines-work').innerText(), /positions a second$/);
  await assertNarrow(page);
  await assertAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await assertAccessible(page);
  await context.setOffline(false);
  assert.deepEqual(complaints, []);
  await context.close();
});
