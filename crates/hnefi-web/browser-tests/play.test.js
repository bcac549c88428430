// @ts-check
// People play: by link, by keyboard, by touch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Server, begun, launch, makeGame, person, play, plies, ready, tap, waitForPlies, waitForStatus } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

// The attackers dawdle, and the king walks out to a11.
const WHOLE_GAME = ['d1-c1', 'f8-i8', 'c1-d1', 'f7-f9', 'd1-c1', 'f9-j9', 'c1-d1', 'f6-f9', 'd1-c1', 'f9-a9', 'c1-d1', 'a9-a11'];

test('two people play a whole game by link', async () => {
  const host = await person(browser, server);
  await makeGame(host.page, { mode: 'friend', side: 'attackers' });
  const invitation = await host.page.inputValue('#invite input');
  const friend = await person(browser, server);

  // Opening the link takes nothing, however often it is opened.
  await friend.page.goto(invitation);
  await friend.page.goto(invitation);
  assert.equal(await host.page.locator('#invite').isVisible(), true);
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await ready(friend.page);
  await host.page.locator('#invite').waitFor({ state: 'hidden' });
  // The seat is taken before its page has connected.
  await host.page.locator('#player-defenders').getByText('another person, here').waitFor();

  for (const [index, move] of WHOLE_GAME.entries()) {
    const [mover, other] = index % 2 === 0 ? [host, friend] : [friend, host];
    await waitForPlies(mover.page, index);
    await play(mover.page, move);
    await waitForPlies(other.page, index + 1);
  }
  for (const { page, complaints, context } of [host, friend]) {
    await waitForStatus(page, 'The defenders win: the king has reached a corner');
    assert.deepEqual(complaints, []);
    // The game can be had as text.
    const text = await context.request.get(`${page.url()}/text`);
    assert.match(await text.text(), /a9-a11/);
  }

  // A rematch, with sides swapped, when both want it.
  await host.page.click('[data-action=rematch]');
  await friend.page.getByRole('button', { name: 'Play again with sides swapped' }).click();
  await Promise.all([host, friend].map(async ({ page }) => {
    await page.waitForFunction(() => document.querySelectorAll('#move-list button').length === 0);
    await ready(page);
  }));
  assert.match(await host.page.innerText('#player-defenders'), /you/);
  assert.match(await friend.page.innerText('#player-attackers'), /you/);
  assert.match(await host.page.innerText('#match'), /Game 2/);
  await host.context.close();
  await friend.context.close();
});

test('somebody watches and cannot move', async () => {
  const host = await person(browser, server);
  await makeGame(host.page);
  await host.page.click('#links-section summary');
  const link = await host.page.locator('#links input').first().inputValue();
  const watcher = await person(browser, server);
  await watcher.page.goto(link);
  await ready(watcher.page);
  await play(host.page, 'd1-d4');
  await waitForPlies(watcher.page, 1);
  assert.equal(await watcher.page.locator('#board .movable').count(), 0);
  assert.equal(await watcher.page.locator('#type-move').isVisible(), false);
  assert.deepEqual(watcher.complaints, []);
  await host.context.close();
  await watcher.context.close();
});

test('a game by keyboard alone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/');
  /** @param {() => Promise<boolean>} there @param {string} key */
  const until = async (there, key) => {
    for (let i = 0; i < 400 && !(await there()); i++) await page.keyboard.press(key);
    assert.ok(await there());
  };
  /** @param {string} selector */
  const focused = (selector) => () => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  await until(focused('#rules'), 'Tab');
  await page.keyboard.type('Fetlar 2018');
  await until(focused('#mode-computer'), 'Tab');
  await until(focused('#mode-screen'), 'ArrowDown');
  await until(focused('form.new-game button[type=submit]'), 'Tab');
  await page.keyboard.press('Enter');
  await begun(page);
  await until(focused('#board [data-square]'), 'Tab');

  /** @param {string} square */
  const go = async (square) => {
    const here = await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? '');
    const across = square.charCodeAt(0) - here.charCodeAt(0);
    const up = Number(square.slice(1)) - Number(here.slice(1));
    for (let i = 0; i < Math.abs(across); i++) await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let i = 0; i < Math.abs(up); i++) await page.keyboard.press(up > 0 ? 'ArrowUp' : 'ArrowDown');
    assert.ok(await focused(`[data-square="${square}"]`)());
  };
  for (const [index, move] of WHOLE_GAME.entries()) {
    const [from = '', to = ''] = move.split('-');
    await go(from);
    const label = await page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.match(label, new RegExp(`^${from}, (attacker|defender|king), \\d+ moves?`));
    await page.keyboard.press('Enter');
    await go(to);
    await page.keyboard.press('Enter');
    await waitForPlies(page, index + 1);
  }
  await waitForStatus(page, 'The defenders win');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the newest move stays in sight in a long list', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  for (const move of ['d1-c1', 'f8-i8', 'c1-c2', 'i8-i9', 'c2-c3', 'i9-i10', 'c3-b3', 'i10-j10', 'b3-b2', 'j10-j9', 'b2-d2', 'j9-h9', 'd2-d3', 'h9-g9', 'd3-d4', 'g9-g8', 'd4-c4', 'g8-h8']) await play(page, move);
  await page.waitForFunction(() => {
    const frame = document.getElementById('move-list')?.getBoundingClientRect();
    const newest = [...document.querySelectorAll('#move-list button')].at(-1)?.getBoundingClientRect();
    return frame && newest && newest.top >= frame.top - 1 && newest.bottom <= frame.bottom + 1;
  });
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who offers a draw is told that it was declined, and a withdrawn one says nothing', async () => {
  const host = await person(browser, server);
  await makeGame(host.page, { mode: 'friend', side: 'attackers' });
  const friend = await person(browser, server);
  await friend.page.goto(await host.page.inputValue('#invite input'));
  await friend.page.click('main form button');
  await ready(friend.page);
  await play(host.page, 'd1-d4');
  await host.page.click('#ending summary');
  await host.page.click('[data-action=offer-draw]');
  await friend.page.click('#offer button:has-text("Play on")');
  await host.page.locator('#message', { hasText: 'declined' }).waitFor();
  await host.page.click('[data-action=offer-draw]');
  await friend.page.locator('#offer button').first().waitFor();
  await tap(host.page, 'a4');
  await host.page.click('#offer button:has-text("Withdraw")');
  await friend.page.locator('#offer').waitFor({ state: 'hidden' });
  await host.page.locator('#offer').waitFor({ state: 'hidden' });
  assert.doesNotMatch(await host.page.locator('#message').innerText(), /declined/);
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});

test('a move is typed, a refusal gives its reason, and the list steps back', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  await page.fill('#typed', 'f2-f5');
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.includes('The defender on f4 is in the way'));
  assert.ok(await page.locator('#message .clause .grade').count());
  await page.fill('#typed', 'd1d4');
  await page.press('#typed', 'Enter');
  await waitForPlies(page, 1);
  await page.click('#step-back');
  assert.ok(await page.locator('#earlier').isVisible());
  assert.equal(await page.getAttribute('#step-back', 'aria-disabled'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'step-back', 'at the start the button keeps the focus');
  assert.equal(await page.locator('#board .movable').count(), 0);
  await page.locator('#status').click();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#earlier').isVisible(), false);
  await tap(page, 'd6');
  await tap(page, 'a1');
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.includes('straight line'));
  await tap(page, 'a8');
  await page.click('#message button');
  await page.waitForFunction(() => document.querySelector('#message h2')?.textContent?.includes('a8'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('resigning asks first, and can be left', async () => {
  const { page, context } = await person(browser, server);
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '1' });
  await page.click('#ending summary');
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-no]');
  assert.equal(await page.locator('#game.over').count(), 0);
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-yes]');
  await waitForStatus(page, 'the attackers resigned');
  await context.close();
});

test('a finger scrolls without moving, taps to move, and drags what it has picked', async () => {
  const { page, complaints, context } = await person(browser, server, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });
  await makeGame(page);
  const client = await context.newCDPSession(page);
  /** @param {string} square */
  const middle = async (square) => {
    const box = await page.locator(`#board [data-square="${square}"]`).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  /** @param {string} from @param {string} to */
  const stroke = async (from, to) => {
    const [a, b] = [await middle(from), await middle(to)];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] });
    for (let i = 1; i <= 8; i++) {
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: a.x + ((b.x - a.x) * i) / 8, y: a.y + ((b.y - a.y) * i) / 8 }] });
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await stroke('d1', 'd4');
  assert.equal(await plies(page), 0, 'a stroke over a piece that is not picked moves nothing');
  await page.waitForFunction(() => window.scrollY > 0);
  // The page rolls on for a while after the finger has left it.
  await page.evaluate(async () => {
    for (let still = 0, last = NaN; still < 10; last = window.scrollY) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = window.scrollY === last ? still + 1 : 0;
    }
  });
  await page.locator('#board [data-square="d1"]').tap();
  await page.locator('#board [data-square="d1"].selected').waitFor();
  await stroke('d1', 'd4');
  await waitForPlies(page, 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('whoever wants it is asked before a move is played', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  await page.getByText('Board and sound').click();
  await page.check('#confirm-moves');
  await tap(page, 'd1');
  await tap(page, 'd4');
  await page.getByText('Send d1–d4?').waitFor();
  await page.getByRole('button', { name: 'Take back', exact: true }).click();
  assert.equal(await plies(page), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.hasAttribute('data-square')), true, 'the keyboard goes on at the board');
  await tap(page, 'd1');
  await tap(page, 'd4');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(page, 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a turned board is played from the other side', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  await page.getByText('Board and sound').click();
  await page.click('#turn-board');
  const corner = await page.locator('[data-square=a1]').boundingBox();
  const opposite = await page.locator('[data-square=k11]').boundingBox();
  assert.ok(corner && opposite && corner.y < opposite.y && corner.x > opposite.x);
  await play(page, 'd1-d4');
  await page.reload();
  await ready(page);
  await play(page, 'd6-d9');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an empty move is told what to write, f turns the board, and arrows in a text stay in it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page);
  assert.equal(await page.locator('#player-defenders .player-left').innerText(), '12 and the king');
  assert.equal(await page.locator('#player-attackers .player-left').innerText(), '24 left');
  await page.click('#type-move button');
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.startsWith('Write a move'));
  await page.keyboard.type('f');
  assert.equal(await page.inputValue('#typed'), 'f', 'a letter that is typed is no key');
  await page.fill('#typed', '');
  const corner = () => page.locator('#board [data-square=a1]').boundingBox();
  const before = await corner();
  await page.locator('#board [data-square=d1]').focus();
  await page.keyboard.press('f');
  assert.notDeepEqual(await corner(), before);
  await page.keyboard.press('f');
  assert.deepEqual(await corner(), before);
  await play(page, 'd1-d4');
  await page.getByText('The game as text').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-text')]);
  assert.match(download.suggestedFilename(), /^hnefi-fetlar-2018-.+\.txt$/);
  assert.match(await readFile(await download.path(), 'utf8'), /1\. d1-d4/);
  await page.click('#copy-text');
  await page.evaluate(() => { const text = document.getElementById('game-text'); if (text) { text.hidden = false; text.focus(); } });
  await page.keyboard.press('ArrowLeft');
  assert.ok(await page.locator('#earlier').isHidden(), 'the game is not stepped');
  assert.deepEqual(complaints, []);
  await context.close();
});
