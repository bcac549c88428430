// @ts-check
// The game page on small screens: the board to the edges, and whatever is said in sight.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, ready, tap, waitForPlies } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Where something is on the screen. @param {Page} page @param {string} selector */
const place = (page, selector) => page.locator(selector).evaluate((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  return { left, top, right, bottom, width, height, inSight: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight };
});

/** What is said is in sight, and the board stays where it was. @param {Page} page @param {string} words @param {() => Promise<void>} act */
async function saidInSight(page, words, act) {
  await act();
  await page.locator('#message', { hasText: words }).waitFor();
  await page.waitForFunction(() => {
    const rect = document.getElementById('message')?.getBoundingClientRect();
    return rect && rect.height > 0 && rect.top >= 0 && rect.top + Math.min(rect.height, 40) <= innerHeight;
  });
}

for (const [width, height, colorScheme] of /** @type {const} */ ([[390, 844, 'light'], [320, 640, 'dark'], [844, 390, 'light'], [568, 320, 'dark']])) {
  test(`the board takes the screen, and answers are in sight (${width}x${height})`, async () => {
    const { page, complaints, context } = await person(browser, server, { colorScheme, viewport: { width, height } });
    await makeGame(page);
    const side = Math.min(width, height);
    const board = await place(page, '#board');
    assert.deepEqual([board.left, board.width, board.height], [0, side, side], 'to the edges');
    assert.ok((await place(page, '#board [data-square=a1]')).width >= side / 11 - 0.05);
    assert.ok(board.inSight, 'the whole board');
    assert.ok((await place(page, '#turn-board')).inSight);
    await assertNarrow(page);
    // The squares for fingers lie on the squares that are drawn.
    const [wood, grid] = [await place(page, '#board .wood'), await place(page, '#board .board-grid')];
    for (const edge of /** @type {const} */ (['left', 'top', 'right', 'bottom'])) assert.ok(Math.abs(wood[edge] - grid[edge]) < 1, edge);

    await play(page, 'd1-d4');
    const before = await place(page, '#board');
    await saidInSight(page, 'It has 6 moves', () => tap(page, 'd6'));
    await saidInSight(page, 'straight line', () => tap(page, 'a1'));
    assert.deepEqual(await place(page, '#board'), before, 'nothing has pushed the board');
    await assertAccessible(page);
    await page.click('#sheet-close');
    assert.equal(await page.locator('#message').innerText(), '');
    await saidInSight(page, 'The computer would play', () => page.click('[data-action=hint]'));
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#message').innerText(), '');
    await page.click('#ending summary');
    await page.click('[data-action=offer-draw]');
    await page.locator('#offer button').first().waitFor();
    assert.ok((await place(page, '#offer')).inSight);
    // The last line of the page can be brought out from under the sheet.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.waitForFunction(() => {
      const [footer, sheet] = [document.querySelector('footer'), document.getElementById('sheet')];
      return footer && sheet && footer.getBoundingClientRect().bottom <= sheet.getBoundingClientRect().top + 1;
    });
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('the smallest and the largest board fit a phone', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 844 } });
  for (const [rules, size] of /** @type {const} */ ([['brandubh', 7], ['tablut-15', 15]])) {
    await makeGame(page, { rules });
    assert.ok(Math.abs((await place(page, '#board [data-square=a1]')).width - 390 / size) < 0.05, rules);
    // The names of files and ranks are of one size on all boards.
    const name = await place(page, '#board .coordinate >> nth=0');
    assert.ok(name.height > 7 && name.height < 16, `${rules}: ${name.height}`);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a window that grows gets the names beside the board again', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 844 } });
  await makeGame(page);
  assert.equal(await page.locator('#board.flush').count(), 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForFunction(() => !document.querySelector('#board.flush'));
  await play(page, 'd1-d4');
  await page.setViewportSize({ width: 844, height: 390 });
  await page.waitForFunction(() => document.querySelector('#board.flush'));
  await play(page, 'd6-d9');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a large screen an answer that would be out of sight is brought there', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 1280, height: 600 } });
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '1' });
  await play(page, 'd1-d4');
  await waitForPlies(page, 2);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.getByText('Resign or draw').click();
  await page.click('[data-action=hint]');
  await page.locator('#message', { hasText: 'The computer would play' }).waitFor();
  await page.waitForFunction(() => {
    const rect = document.getElementById('message')?.getBoundingClientRect();
    return rect && rect.top >= 0 && rect.bottom <= innerHeight;
  });
  assert.deepEqual(complaints, []);
  await ready(page);
  await context.close();
});
