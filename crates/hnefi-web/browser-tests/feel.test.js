// @ts-check
// How the board feels: a piece in the hand, a square that refuses it, the last move, and the computer's patience.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, playOn, plies, ready, tap, waitForPlies } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page @param {string} square */
async function middle(page, square) {
  const box = await page.locator(`#board [data-square="${square}"]`).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Waits until something is drawn over the middle of a square: what a finger or a mouse did may be shown a frame later.
 * @param {Page} page @param {string} selector @param {string} square
 */
const comesOver = (page, selector, square) => page.waitForFunction(([selector, square]) => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const below = box ? document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2) : [];
  return below.map((at) => at.getAttribute('data-square')).find(Boolean) === square;
}, [selector, square]);

const label = (/** @type {Page} */ page, /** @type {string} */ square) => page.locator(`#board [data-square=${square}]`).innerText();

test('a piece is carried under the pointer, and goes back from where it may not stand', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  const [from, over, beyond] = [await middle(page, 'd1'), await middle(page, 'd4'), await middle(page, 'd8')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(over.x + 5, over.y + 5, { steps: 5 });
  await comesOver(page, '#board .ghost', 'd1');
  await comesOver(page, '#board .carried', 'd4');
  await comesOver(page, '#board .aim.fits', 'd4');
  await page.mouse.move(beyond.x, beyond.y, { steps: 3 });
  await comesOver(page, '#board .aim:not(.fits)', 'd8');
  await page.mouse.up();
  assert.equal(await page.locator('#board .ghost, #board .carried, #board .aim').count(), 0);
  await page.locator('#message', { hasText: 'The defender on d6 is in the way' }).waitFor();
  await comesOver(page, '#board .mark-refuses', 'd6');
  assert.match(await label(page, 'd6'), /the move fails here/);
  assert.match(await label(page, 'd1'), /picked up/);
  assert.equal(await plies(page), 0);
  // It is still in the hand: the next square takes it.
  await tap(page, 'd5');
  await waitForPlies(page, 1);
  assert.equal(await page.locator('#board .mark-refuses').count(), 0);
  assert.equal(await page.locator('#board .last-arrow').count(), 1);
  await page.click('#step-back');
  assert.equal(await page.locator('#board .last-arrow').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who drags a piece that is not to move is told why', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  const [from, to] = [await middle(page, 'f4'), await middle(page, 'b4')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  assert.equal(await page.locator('#board .carried').count(), 0);
  await page.mouse.up();
  await page.locator('#message', { hasText: 'is not theirs to move' }).waitFor();
  await comesOver(page, '#board .mark-refuses', 'f4');
  assert.equal(await plies(page), 0);
  // Of an earlier position that would be legal, and is told so without a mark.
  await tap(page, 'd1');
  await tap(page, 'd4');
  await waitForPlies(page, 1);
  await page.click('#step-back');
  const [start, end] = [await middle(page, 'd1'), await middle(page, 'd3')];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
  await page.locator('#message', { hasText: 'is allowed' }).waitFor();
  assert.equal(await page.locator('#board .mark-refuses').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a refusal is marked for the keyboard too, and a second try needs no second picking', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  const focus = (/** @type {string} */ square) => page.locator(`#board [data-square=${square}]`).focus();
  await focus('d1');
  await page.keyboard.press('Enter');
  await focus('a1');
  await page.keyboard.press('Enter');
  await page.locator('#message', { hasText: 'Only the king' }).waitFor();
  assert.match(await label(page, 'a1'), /the move fails here/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'a1');
  // The piece itself is picked again, then let go.
  await focus('d1');
  await page.keyboard.press('Enter');
  assert.match(await label(page, 'd1'), /picked up/);
  assert.doesNotMatch(await label(page, 'a1'), /fails/);
  await page.keyboard.press('Enter');
  assert.doesNotMatch(await label(page, 'd1'), /picked up/);
  await page.keyboard.press('Enter');
  await focus('d4');
  await page.keyboard.press('Enter');
  await waitForPlies(page, 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a finger carries a piece, and lets it go back', async () => {
  const { page, complaints, context } = await person(browser, server, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  await playOn(page, 'rules=brandubh');
  const client = await context.newCDPSession(page);
  await page.locator('#board [data-square=d1]').tap();
  await page.locator('#board [data-square=d1].selected').waitFor();
  const [from, corner] = [await middle(page, 'd1'), await middle(page, 'a1')];
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) => client.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [from]);
  for (let i = 1; i <= 6; i++) await touch('touchMove', [{ x: from.x + ((corner.x - from.x) * i) / 6, y: from.y }]);
  await comesOver(page, '#board .ghost', 'd1');
  await comesOver(page, '#board .carried', 'a1');
  await comesOver(page, '#board .aim', 'a1');
  await touch('touchEnd', []);
  await page.locator('#message', { hasText: 'Only the king' }).waitFor();
  await comesOver(page, '#board .mark-refuses', 'a1');
  assert.equal(await page.evaluate(() => window.scrollX), 0);
  assert.equal(await plies(page), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the computer answers when one’s own move has arrived, and not before', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '1' });
  // From here on the page's time goes on only when it is told to.
  await page.clock.install();
  /** @type {(plies: number) => void} */
  let heard = () => {};
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const message = JSON.parse(String(payload));
    if (message.type === 'state') heard(message.since + message.plies.length);
  }));
  await page.reload();
  await ready(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const answered = new Promise((resolve) => { heard = (count) => { if (count === 2) resolve(undefined); }; });
  await tap(page, 'd1');
  await tap(page, 'd4');
  await answered;
  await page.clock.runFor(490);
  assert.ok(await plies(page) < 2, 'the answer is there and waits');
  // On a busy machine the page may have read the answer only now, and then its half second begins now.
  for (let waited = 0; await plies(page) < 2; waited += 20) {
    assert.ok(waited < 10_000, 'the answer never comes');
    await page.clock.runFor(20);
  }
  assert.equal(await page.locator('#board .last-arrow').count(), 1);
  await page.clock.resume();
  // No first move of the defenders comes between these squares, or takes the piece.
  await play(page, 'd4-d3');
  await waitForPlies(page, 4);
  assert.deepEqual(complaints, []);
  await context.close();
});
