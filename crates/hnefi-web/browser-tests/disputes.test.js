// @ts-check
// The book of disputes: found as one types and without scripts, judged on the board, tried at the table, and printed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person } from './hnefi.js';
import { early } from './whole.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

test('a dispute is found as one types, and its answer is there at once', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/');
  await page.getByRole('link', { name: 'Disputes', exact: true }).click();
  await page.getByText('30 questions').waitFor();
  assert.equal(await page.locator('.dispute').count(), 30);
  assert.equal(await page.locator('.dispute[open]').count(), 0);
  await page.fill('#q', 'shieldwal');
  await page.getByText('One question fits “shieldwal”.').waitFor();
  assert.equal(await page.locator('.dispute').count(), 1);
  const answers = page.locator('.dispute[open] .dispute-group');
  await answers.filter({ hasText: 'Copenhagen' }).filter({ hasText: 'capturing the defenders on a3 and a4 by a shieldwall' }).waitFor();
  assert.equal(await answers.filter({ hasText: 'Fetlar 2018' }).locator('.dispute-answer').innerText(), 'No.');
  assert.match(page.url(), /\/disputes\?q=shieldwal$/, 'the address can be sent to somebody');
  assert.ok(await page.locator('#q').evaluate((field) => field === document.activeElement), 'one types on');

  await page.fill('#q', 'bicycle');
  await page.getByText('Nothing found for “bicycle”.').waitFor();
  await page.getByText('Try one word of it').waitFor();
  await page.fill('#q', 'king edge');
  await page.selectOption('#rules', 'nestorgames');
  await page.locator('.dispute-group.own').first().waitFor();
  assert.match(await page.locator('.dispute-group').first().innerText(), /^Yes, by two attackers along the edge/);
  await page.fill('#q', '');
  await page.getByText('30 questions').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is asked no more is not shown when it is answered', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.route('**/disputes?q=anvil', () => {});
  await page.goto('/disputes#100%');
  const asked = page.waitForRequest('**/disputes?q=anvil');
  await page.fill('#q', 'anvil');
  await asked;
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('anvil'));
  await page.fill('#q', '');
  await givenUp;
  assert.equal(await page.locator('.dispute').count(), 30);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who types before the script is there is answered when it is', async () => {
  const { page, complaints, context } = await person(browser, server);
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route('**/js/disputes.js', async (route) => { await held; await route.continue(); });
  early.add(page);
  await page.goto('/disputes', { waitUntil: 'commit' });
  await page.fill('#q', 'anvil');
  await page.locator('.dispute').nth(29).waitFor({ state: 'attached' });
  assert.equal(await page.locator('.dispute').count(), 30);
  release();
  await page.locator('.dispute[open]').getByText('Can a defender capture against his own king?').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on the smallest phone the first answer is on the screen as one types', async () => {
  const { page, context } = await person(browser, server, { viewport: { width: 320, height: 640 } });
  await page.goto('/disputes');
  await page.fill('#q', 'shieldwall');
  await page.getByText('One question fits “shieldwall”.').waitFor();
  const answer = await page.locator('.dispute-answer:visible').first().boundingBox();
  assert.ok(answer && answer.y + answer.height <= 640, `the answer ends at ${answer && answer.y + answer.height}`);
  await context.close();
});

test('the same without scripts', async () => {
  const { page, context } = await person(browser, server, { javaScriptEnabled: false });
  await page.goto('/disputes');
  await page.fill('#q', 'stalemate');
  await page.press('#q', 'Enter');
  await page.waitForURL('**/disputes?q=stalemate&rules=');
  await page.locator('.dispute[open]').getByText('A draw.', { exact: true }).waitFor();
  await page.fill('#q', '');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('Who begins?').click();
  assert.equal(await page.locator('.dispute[open]').count(), 1);
  await context.close();
});

test('a dispute is tried at the table, and a link leads to it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/disputes?rules=nestorgames#king-beside-corner');
  const open = page.locator('.dispute[open]');
  await open.getByText('capturing the king on b1 against the corner a1').waitFor();
  await open.getByRole('link', { name: 'Try it at the table' }).click();
  await page.locator('#verdict').getByText('The attackers win').first().waitFor();
  assert.equal(await page.inputValue('#table-rules'), 'nestorgames');
  await page.goto('/disputes?rules=fetlar-2018#repetition');
  await open.getByRole('link', { name: 'Try it at the table' }).click();
  await page.locator('#verdict').getByText('third time').first().waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('house rules have a book of their own', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house/1Y29wZW5oYWdlbgpBcyB3ZSBwbGF5IGl0Cmtpbmctb3Blbj10d28Kbm8tbW92ZT1kcmF30aoz');
  await page.getByRole('link', { name: 'Disputes', exact: true }).last().click();
  await page.getByText('Do two attackers capture the king in the open?').click();
  const own = page.locator('.dispute[open] .dispute-group.own');
  assert.match(await own.innerText(), /^Yes, on opposite sides of him[^]*As we play it: House rule/);
  assert.equal(await page.locator('#rules option:checked').innerText(), 'As we play it');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('all disputes are printed, none cut in two', async () => {
  const { page, context } = await person(browser, server);
  await page.goto('/disputes');
  await page.getByRole('link', { name: 'All of them, to print' }).click();
  await page.locator('.disputes-sheet').waitFor();
  assert.equal(await page.locator('.disputes-sheet section svg.diagram').count(), 30);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  assert.ok(pages >= 2 && pages <= 5, `${pages} pages`);
  await context.close();
});
