// @ts-check
// A match of so many games: sides are swapped, it goes on without asking, and a winner is told.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, ready, waitForStatus } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page */
async function resign(page) {
  await page.click('#ending > summary');
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-yes]');
  await waitForStatus(page, 'resigned');
}

/** @param {Page} page @param {string} words */
const matchSays = (page, words) =>
  page.waitForFunction((wanted) => document.getElementById('match')?.textContent === wanted, words);

test('a match against the computer swaps sides and tells who won', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { rules: 'regency-chess', mode: 'computer', side: 'attackers', level: '1', games: '2' });
  await matchSays(page, 'Game 1 of 2');
  await play(page, 'd1-d4');
  await resign(page);
  await matchSays(page, 'Game 1 of 2. You 0, your opponent 1.');
  assert.equal(await page.getByRole('button', { name: 'same sides' }).count(), 0, 'a settled match swaps sides');
  const first = page.url();
  await page.getByRole('button', { name: 'Next game of the match' }).click();
  await page.waitForURL((url) => url.href !== first && url.pathname.startsWith('/game/'));
  await ready(page);
  await matchSays(page, 'Game 2 of 2. You 0, your opponent 1.');
  assert.match(await page.locator('#player-defenders').innerText(), /you/);
  await resign(page);
  await matchSays(page, 'The match is over. You lost it, 0 to 2.');
  assert.equal(await page.getByRole('button', { name: 'Next game of the match' }).count(), 0);
  await page.goto('/');
  assert.equal(await page.inputValue('#games'), '2', 'the last choice stands ready');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('two people on two screens settle a match, and nobody is asked before its next game', async () => {
  const anna = await person(browser, server);
  await makeGame(anna.page, { mode: 'friend', side: 'attackers', games: '4' });
  const join = await anna.page.locator('#invite input').inputValue();
  const bo = await person(browser, server, { viewport: { width: 390, height: 844 } });
  await bo.page.goto(join);
  await bo.page.getByText('It is a match of 4 games.').waitFor();
  await bo.page.getByRole('button', { name: 'Join' }).click();
  await ready(bo.page);
  await resign(bo.page);
  await bo.page.getByRole('button', { name: 'Next game of the match' }).click();
  for (const { page } of [anna, bo]) {
    await page.waitForFunction(() => document.getElementById('match')?.textContent?.startsWith('Game 2 of 4'));
  }
  await matchSays(anna.page, 'Game 2 of 4. You 1, your opponent 0.');
  assert.deepEqual([...anna.complaints, ...bo.complaints], []);
  await anna.context.close();
  await bo.context.close();
});
