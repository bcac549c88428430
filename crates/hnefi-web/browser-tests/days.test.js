// @ts-check
// Games of days: whose turn it is, a move that is asked about before it is sent, on to the next game, and conditional moves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, plies, ready, tap, waitForPlies } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContextOptions, Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Ann's attackers in one more game with two days a move against Bo. @param {Page} ann @param {Page} bo */
async function gameOfDays(ann, bo) {
  await ann.goto('/');
  await ann.selectOption('#rules', 'fetlar-2018');
  await ann.check('#mode-friend');
  await ann.selectOption('#side', 'attackers');
  await ann.selectOption('#clock', '2d');
  await ann.click('form.new-game button[type=submit]');
  await ann.waitForURL('**/game/**');
  await ready(ann);
  await bo.goto(await ann.locator('#invite input').inputValue());
  await bo.getByRole('button', { name: 'Join' }).click();
  await bo.waitForURL('**/game/**');
  await ready(bo);
  await ann.waitForFunction(() => document.getElementById('invite')?.hidden);
  return ann.url();
}

/** @param {BrowserContextOptions} [options] */
async function two(options) {
  const ann = await person(browser, server, options);
  const bo = await person(browser, server);
  return { ann, bo };
}

test('a move of days is sent when it is confirmed, and the next game waits', async () => {
  const { ann, bo } = await two({ viewport: { width: 320, height: 640 } });
  // The icon of an installed app is beyond the page; what it is told is not.
  await ann.context.addInitScript(() => {
    const told = /** @type {any} */ (globalThis);
    told.badges = [];
    Object.assign(navigator, {
      setAppBadge: async (/** @type {number} */ count) => { told.badges.push(count); },
      clearAppBadge: async () => { told.badges.push(0); },
    });
  });
  const first = await gameOfDays(ann.page, bo.page);
  const second = await gameOfDays(ann.page, bo.page);

  await ann.page.goto('/');
  await ann.page.waitForFunction(() => document.title.startsWith('(2) '));
  assert.deepEqual(await ann.page.evaluate(() => /** @type {any} */ (globalThis).badges), [2]);
  assert.match(await ann.page.innerText('#your-games'), /Your turn \(2\).*Your move · 1 day 23 h left/s);
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.goto('/rules/compare');
  await ann.page.waitForFunction(() => document.title.startsWith('(2) '));

  await ann.page.goto(first);
  await ready(ann.page);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.getByText('Send d1–d4?').waitFor();
  assert.equal(await ann.page.evaluate(() => document.activeElement?.id), 'confirm-send');
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.keyboard.press('Escape');
  await ann.page.locator('#confirm-move').waitFor({ state: 'hidden' });
  assert.equal(await plies(ann.page), 0, 'a move that is taken back was never sent');
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.keyboard.press('Enter');
  await waitForPlies(ann.page, 1);
  const next = ann.page.getByRole('link', { name: 'Next game: your move' });
  await next.waitFor();
  assert.equal(await next.evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href), second);
  await ann.page.waitForFunction(() => document.title.startsWith('(1) '));
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.check('#go-next');
  await ann.page.reload();
  await next.click();
  await ann.page.waitForURL(second);
  await ready(ann.page);

  // Who does not want to be asked says so once; and with the switch one goes on by itself.
  await ann.page.getByText('Board and sound').click();
  await ann.page.uncheck('#confirm-moves');
  await ann.page.locator('#board').scrollIntoViewIfNeeded();
  await bo.page.goto(first);
  await ready(bo.page);
  await tap(bo.page, 'f4');
  await tap(bo.page, 'e4');
  await bo.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(bo.page, 2);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.waitForURL(first);
  await ready(ann.page);
  await waitForPlies(ann.page, 2);
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});

test('a conditional move is played by the server, by keyboard alone, and seen by nobody before', async () => {
  const { ann, bo } = await two();
  await bo.page.setViewportSize({ width: 320, height: 640 });
  const game = await gameOfDays(ann.page, bo.page);
  await bo.page.focus('#conditional summary');
  await bo.page.keyboard.press('Enter');
  await assertNarrow(bo.page);
  await bo.page.focus('#conditional-add');
  await bo.page.keyboard.press('Enter');
  await bo.page.getByText('Play a move of the other side on the board.').waitFor();
  const type = async (/** @type {string} */ move) => {
    await bo.page.focus('#typed');
    await bo.page.keyboard.type(move);
    await bo.page.keyboard.press('Enter');
  };
  await bo.page.locator('[data-square="d1"]').waitFor();
  await bo.page.waitForTimeout(300);
  await type('d1-d4');
  await bo.page.getByText('If d1–d4, then …').waitFor();
  assert.equal(await bo.page.locator('#conditional-keep').isVisible(), false, 'a line ends with one’s own move');
  await type('f4-e4');
  await bo.page.locator('#conditional-says').getByText('If d1–d4, then f4–e4.').waitFor();
  await assertAccessible(bo.page);
  await assertNarrow(bo.page);
  await type('e1-e3');
  await type('e5-c5');
  await bo.page.locator('#conditional-says').getByText('If d1–d4, then f4–e4. If e1–e3, then e5–c5.').waitFor();
  await bo.page.focus('#conditional-keep');
  await bo.page.keyboard.press('Enter');
  await bo.page.locator('#conditional-lines li').waitFor();
  assert.equal(await bo.page.innerText('#conditional-title'), 'Conditional moves: 1 line');
  assert.equal(await plies(bo.page), 0);
  await assertAccessible(bo.page);
  await assertNarrow(bo.page);
  await ann.page.reload();
  await ready(ann.page);
  assert.ok(!(await ann.page.content()).includes('e5–c5') && !(await ann.page.content()).includes('e5-c5"'));
  await bo.page.goto('/');

  await ann.page.goto(game);
  await ready(ann.page);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(ann.page, 2);
  // Something else than foreseen ends what is left, and its owner is told.
  await tap(ann.page, 'g1');
  await tap(ann.page, 'g3');
  await ann.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(ann.page, 3);
  await bo.page.goto(game);
  await bo.page.getByText('Your conditional moves have ended').waitFor();
  await bo.page.getByRole('button', { name: 'All right' }).click();
  await bo.page.locator('#conditional-ended').waitFor({ state: 'hidden' });
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});
