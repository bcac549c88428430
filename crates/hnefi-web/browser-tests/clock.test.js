// @ts-check
// Games on the clock: two people, a flag, time that is given, what each move took, and somebody who leaves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, play, ready, waitForPlies, waitForStatus } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Two people in a game on the clock. @param {{minutes: string, increment: string, games?: string}} clock */
async function twoOnTheClock({ minutes, increment, games = '' }) {
  const anna = await person(browser, server);
  await anna.page.goto('/');
  await anna.page.selectOption('#rules', 'fetlar-2018');
  await anna.page.check('#mode-friend');
  await anna.page.selectOption('#side', 'attackers');
  assert.equal(await anna.page.locator('#minutes').isVisible(), false);
  await anna.page.selectOption('#games', games);
  await anna.page.selectOption('#clock', 'own');
  await anna.page.fill('#minutes', minutes);
  await anna.page.fill('#increment', increment);
  await anna.page.click('form.new-game button[type=submit]');
  await anna.page.waitForURL('**/game/**');
  await ready(anna.page);
  const join = await anna.page.locator('#invite input').inputValue();
  const bo = await person(browser, server, { viewport: { width: 390, height: 844 } });
  await bo.page.goto(join);
  await bo.page.getByText('The clock:').waitFor();
  await bo.page.getByRole('button', { name: 'Join' }).click();
  await bo.page.waitForURL('**/game/**');
  await ready(bo.page);
  return { anna, bo };
}

/** What a clock shows, in seconds. @param {Page} page @param {'attackers' | 'defenders'} side */
async function shows(page, side) {
  const [minutes = '', seconds = ''] = (await page.locator(`#clock-${side} .clock-time`).innerText()).split(':');
  return Number(minutes) * 60 + Number(seconds);
}

test('two people play a match of two games on the clock, to a flag', async () => {
  const { anna: bo, bo: anna } = await twoOnTheClock({ minutes: '1', increment: '0', games: '2' });
  await anna.page.click('#ending > summary');
  await anna.page.click('[data-action=resign]');
  await anna.page.click('[data-action=resign-yes]');
  await waitForStatus(bo.page, 'resigned');
  await bo.page.getByText(/The next game begins in \d+ seconds at the latest/).waitFor();
  const first = bo.page.url();
  await bo.page.getByRole('button', { name: 'Next game of the match' }).click();
  await anna.page.getByText('The attackers are ready for the next game of the match.').waitFor();
  await anna.page.getByRole('button', { name: 'I am ready, too' }).click();
  for (const { page } of [anna, bo]) {
    await page.waitForURL((url) => url.href !== first && url.pathname.startsWith('/game/'));
    await ready(page);
    await page.waitForFunction(() => document.getElementById('match')?.textContent?.startsWith('Game 2 of 2'));
  }

  await anna.page.getByText(/First move: 0:[0-3]\d/).waitFor();
  assert.equal(await shows(anna.page, 'attackers'), 60, 'the first move has time of its own');
  assert.equal(await anna.page.locator('.clock-give').count(), 0);
  await play(anna.page, 'd1-d4');
  await waitForPlies(bo.page, 1);
  await play(bo.page, 'f4-e4');
  await waitForPlies(anna.page, 2);
  // Each has his own clock below the board.
  for (const [page, own] of /** @type {const} */ ([[anna.page, 'attackers'], [bo.page, 'defenders']])) {
    await page.locator(`#clock-below #clock-${own}`).waitFor();
    await page.locator('#clock-attackers.running').waitFor();
  }
  await anna.page.waitForFunction(() => document.querySelector('#clock-attackers .clock-time')?.textContent !== '1:00');
  assert.match(await anna.page.locator('#move-list button').first().getAttribute('aria-label') ?? '', /took \d/);
  assert.match(await anna.page.locator('#move-list button').first().getAttribute('data-took') ?? '', /^\d+\.\d s$/);

  await anna.page.getByRole('button', { name: 'Give 15 seconds' }).click();
  await bo.page.waitForFunction(() => document.querySelector('#clock-defenders .clock-time')?.textContent === '1:15');
  // Nobody moves: the flag of who is to move falls, in tenths at last, whoever looks on.
  await anna.page.waitForFunction(() => /^0:0\d\.\d$/.test(document.querySelector('#clock-attackers.low .clock-time')?.textContent ?? ''));
  for (const { page } of [anna, bo]) {
    await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('ran out of time'));
    assert.equal(await shows(page, 'attackers'), 0);
    assert.equal(await page.locator('.clock-row.running, .clock-give').count(), 0, 'nothing runs any more');
  }
  await waitForStatus(bo.page, 'The defenders win');
  await bo.page.getByText('The match is over. You won it, 2 to 0.').waitFor();
  assert.deepEqual([...anna.complaints, ...bo.complaints], []);
  await anna.context.close();
  await bo.context.close();
});

test('who leaves is waited for, and then the other may claim the game', async () => {
  const { anna, bo } = await twoOnTheClock({ minutes: '5', increment: '2' });
  await play(anna.page, 'd1-d4');
  await waitForPlies(bo.page, 1);
  await play(bo.page, 'f4-e4');
  await waitForPlies(anna.page, 2);
  await bo.context.close();
  await anna.page.locator('#gone').getByText(/In \d+ seconds you may claim it/).waitFor();
  const claim = anna.page.getByRole('button', { name: 'Claim the win' });
  assert.equal(await claim.isVisible(), false);
  await claim.waitFor();
  assert.equal(await anna.page.getByRole('button', { name: 'Claim a draw' }).isVisible(), true);
  await claim.click();
  await waitForStatus(anna.page, 'The attackers win: the defenders left the game.');
  assert.equal(await anna.page.locator('#gone').isVisible(), false);
  assert.deepEqual(anna.complaints, []);
  await anna.context.close();
});
