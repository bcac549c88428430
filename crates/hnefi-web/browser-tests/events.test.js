// @ts-check
// An event at wooden boards, from typing the names to the printed table: on a phone, by keyboard, narrow and accessible.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Makes an event, and gives its address. @param {Page} page @param {string} form @param {string} [games] */
async function make(page, form, games = '2') {
  await page.goto('/');
  await page.locator('.to-lobby').getByRole('link', { name: 'Events' }).click();
  await page.getByRole('link', { name: 'Make an event' }).click();
  await page.fill('#name', 'An afternoon at the museum');
  await page.fill('#about', 'Museum, Sunday at two');
  await page.selectOption('#rules', 'brandubh');
  await page.check(`#form-${form}`);
  await page.selectOption('#games', games);
  await page.getByRole('button', { name: 'Make the event' }).click();
  await page.waitForURL('**/run');
  return page.url().replace(/\/run.*/, '');
}

/** @param {Page} page @param {string} names */
async function enter(page, names) {
  await page.fill('#names', names);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('.event-done').waitFor();
}

/** Enters the first open result, and waits for the next page. @param {Page} page @param {string} result */
async function result(page, result) {
  const game = page.locator('.event-results li').first();
  const id = await game.getAttribute('id');
  await game.locator(`button[value="${result}"]`).click();
  await page.waitForFunction((gone) => document.querySelector('.event-done') && !document.getElementById(gone ?? ''), id);
}

test('an afternoon of a museum, from the names to the printed table', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 844 } });
  const event = await make(page, 'round-robin');
  await enter(page, 'Anna K.\nBo\n\n  Cecilia');
  await page.getByText('When all are there, begin.').waitFor();
  // One name was typed wrongly.
  await page.getByRole('textbox', { name: 'New name for Bo' }).fill('Bodil');
  await page.getByRole('button', { name: 'Change Bo' }).click();
  await page.locator('.event-done', { hasText: 'is called' }).waitFor();
  await assertNarrow(page);
  await assertAccessible(page);

  const projected = await person(browser, server, { viewport: { width: 1280, height: 720 } });
  await projected.page.goto(`${event}/screen`);
  await projected.page.getByText('3 players have entered').waitFor();
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.event-results').waitFor();
  await projected.page.getByText('Round 1 is being played.').waitFor();
  assert.equal(await projected.page.locator('.event-pairs tbody tr').count(), 2);
  for (let round = 1; round <= 3; round += 1) {
    await assertNarrow(page);
    await assertAccessible(page);
    await result(page, round === 2 ? 'draw' : 'attackers');
    if (round === 1) await page.getByText('Somebody did not play').first().click();
    await result(page, round === 1 ? 'defenders-forfeit' : 'defenders');
    const next = page.getByRole('button', { name: `Pair round ${round + 1}` });
    if (round < 3) await next.click();
    else assert.equal(await next.count(), 0);
  }
  await projected.page.getByText('Round 3 is over.').waitFor();
  assert.deepEqual(await projected.page.evaluate(() => [document.documentElement.scrollHeight <= innerHeight]), [true]);

  // A result was wrong.
  await page.locator('#ended > summary').click();
  await page.locator('#ended details summary').first().click();
  await page.locator('#ended details select').first().selectOption('draw');
  await page.locator('#ended details input[name=why]').first().fill('The king was free');
  await page.locator('#ended details button').first().click();
  await page.getByText('corrected: Drawn. The king was free').first().waitFor();
  await page.getByRole('button', { name: 'Finish the event' }).click();
  await page.getByText('It is over.').waitFor();
  await assertAccessible(page);

  await page.goto(event);
  await page.getByRole('heading', { name: 'Final table' }).waitFor();
  for (const summary of await page.locator('details > summary').all()) await summary.click();
  await assertNarrow(page);
  await assertAccessible(page);
  const names = await page.locator('.event-table tbody th').allInnerTexts();
  await page.goto(`${event}/print/table`);
  assert.deepEqual(await page.locator('.event-table tbody th').allInnerTexts(), names);
  assert.ok((await page.pdf({ preferCSSPageSize: true })).byteLength > 5_000);
  await page.goto(`${event}/print/certificates`);
  assert.equal(await page.locator('.certificate').count(), 3);
  await assertAccessible(page);
  await page.goto(event);
  await page.getByRole('link', { name: 'Ask at the table' }).click();
  await page.waitForURL('**/table?rules=brandubh*');
  assert.deepEqual([...complaints, ...projected.complaints], []);
  await context.close();
  await projected.context.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the pages of events are accessible and fit 320 pixels (${colorScheme})`, async () => {
    const { page, context } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    await page.goto('/events/new');
    await page.locator('details summary').click();
    await assertNarrow(page);
    await assertAccessible(page);
    const event = await make(page, 'groups', '1');
    await enter(page, 'Sigríður Álfheiður Þorsteinsdóttir\nWilhelmina-Friederike von Rabenschwarz\nBo\nMuhammad\nLi\nNguyễn Thị Ánh');
    await assertNarrow(page);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('.event-results').waitFor();
    while ((await page.locator('.event-results li').count()) > 0) await result(page, 'attackers');
    for (const summary of await page.locator('main > article > details > summary').all()) await summary.click();
    await assertNarrow(page);
    await assertAccessible(page);
    for (const path of ['', '/screen', '/print/pairings', '/print/sheets', '/print/table']) {
      await page.goto(`${event}${path}`);
      await assertNarrow(page);
      await assertAccessible(page);
    }
    await page.goto('/events');
    await assertNarrow(page);
    await assertAccessible(page);
    await context.close();
  });
}

test('why not somebody else, and ask at the table from a board, on a phone', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 320, height: 640 } });
  const event = await make(page, 'swiss', '1');
  await enter(page, 'Anna\nBo\nSigríður Álfheiður Þorsteinsdóttir\nDagný\nEva\nFinn\nGunnar\nHedda\nIvar\nJohanna\nKnut');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.locator('.event-results').waitFor();
  await page.goto(event);
  // A wide table has its own bar, and the page none.
  await page.locator('#event-cross summary').click();
  await assertNarrow(page);
  // Who has no game is drawn by lot.
  const pair = await page.locator('.event-pairs tbody tr').first().locator('td').allInnerTexts();
  await page.getByText('Why these pairings').click();
  await page.getByRole('link', { name: 'Why not somebody else?' }).click();
  await page.getByLabel('Why did').selectOption(pair[0]);
  await page.getByLabel('not meet').selectOption('nobody, and have no game');
  await page.getByRole('button', { name: 'Tell why' }).click();
  await page.getByText('the cheapest way to pair everybody would have been dearer').waitFor();
  assert.equal(await page.locator('.event-paid tbody tr').count(), 5);
  assert.equal(await page.locator('.event-paid .decides').count(), 1);
  await assertNarrow(page);
  await assertAccessible(page);
  await page.goto(event);
  await page.getByRole('link', { name: `ask (${pair[0]} – ${pair[1]})` }).click();
  await page.waitForURL('**/table?rules=brandubh*');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('by the keyboard alone, with another organiser in a second browser', async () => {
  const { page, complaints, context } = await person(browser, server);
  const event = await make(page, 'knock-out', '1');
  await page.locator('#names').focus();
  await page.keyboard.type('Anna\nBo\nCecilia\nDagný');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('.event-done').waitFor();
  await page.getByRole('button', { name: 'Begin' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.event-results').waitFor();
  await page.locator('#organisers summary').click();
  const link = await page.inputValue('#link');
  const other = await person(browser, server);
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Run it from this browser' }).click();
  await other.page.locator('.event-results').waitFor();
  // Each enters another board's result on a page that does not show the other's.
  await page.locator('.event-results li').nth(0).locator('button[value=attackers]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.event-done').waitFor();
  await other.page.locator('.event-results li').nth(1).locator('button[value=defenders]').click();
  await other.page.getByRole('button', { name: 'Pair round 2' }).click();
  await other.page.getByRole('heading', { name: 'Final' }).waitFor();
  // What the first page still shows is not what is played any more.
  await page.locator('.event-results li button[value=draw]').first().click();
  await page.getByRole('alert').getByText('Somebody else has changed the event').waitFor();
  await assertAccessible(page);
  await page.goto(event);
  await page.getByText('Why these pairings').first().click();
  await page.getByText('The final.').waitFor();
  assert.deepEqual(complaints.filter((said) => !said.includes('409')), []);
  await context.close();
  await other.context.close();
});
