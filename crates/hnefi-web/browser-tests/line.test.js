// @ts-check
// The line breaks and the server dies in mid-game, and everybody goes on where they were.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, plies, ready, tap, waitForPlies } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {import('playwright-core').Page} page @param {string} words */
const lineSays = (page, words) =>
  page.waitForFunction((wanted) => document.getElementById('line')?.textContent?.includes(wanted), words);

async function twoPlay() {
  const host = await person(browser, server);
  await makeGame(host.page, { mode: 'friend', side: 'attackers' });
  const friend = await person(browser, server);
  await friend.page.goto(await host.page.inputValue('#invite input'));
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await ready(friend.page);
  return { host, friend };
}

test('a move made offline is sent once when the line is back', async () => {
  const { host, friend } = await twoPlay();
  await play(host.page, 'd1-d4');
  await waitForPlies(friend.page, 1);

  await friend.context.setOffline(true);
  await lineSays(friend.page, 'down');
  await tap(friend.page, 'd6');
  await tap(friend.page, 'd9');
  await lineSays(friend.page, 'not sent yet');
  assert.equal(await plies(host.page), 1);

  await friend.context.setOffline(false);
  await waitForPlies(friend.page, 2);
  await waitForPlies(host.page, 2);
  await lineSays(friend.page, 'd6–d9 is confirmed');
  await play(host.page, 'd4-c4');
  await waitForPlies(friend.page, 3);
  await host.context.close();
  await friend.context.close();
});

test('what the other side played meanwhile is there when the line is back', async () => {
  const { host, friend } = await twoPlay();
  await friend.context.setOffline(true);
  await lineSays(friend.page, 'down');
  await play(host.page, 'd1-d4');
  await friend.context.setOffline(false);
  await waitForPlies(friend.page, 1);
  await play(friend.page, 'd6-d9');
  await waitForPlies(host.page, 2);
  await host.context.close();
  await friend.context.close();
});

test('the server is killed in mid-game and both go on', async () => {
  const { host, friend } = await twoPlay();
  await play(host.page, 'd1-d4');
  await waitForPlies(friend.page, 1);
  await server.kill();
  await lineSays(host.page, 'down');
  await lineSays(friend.page, 'down');
  // A move made while nobody is there to hear it.
  await tap(friend.page, 'd6');
  await tap(friend.page, 'd9');
  await lineSays(friend.page, 'not sent yet');
  await server.run();
  await waitForPlies(friend.page, 2);
  await waitForPlies(host.page, 2);
  await play(host.page, 'd4-c4');
  await waitForPlies(friend.page, 3);
  // A fresh load shows the same game.
  await friend.page.reload();
  await ready(friend.page);
  await waitForPlies(friend.page, 3);
  await host.context.close();
  await friend.context.close();
});

test('two tabs of one player show one game', async () => {
  const { page, context } = await person(browser, server);
  await makeGame(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await ready(second);
  await play(page, 'd1-d4');
  await waitForPlies(second, 1);
  await play(second, 'd6-d9');
  await waitForPlies(page, 2);
  await context.close();
});

/**
 * A game whose clock stands still unless it is moved. The page counts its `lines`, the `pings` and the `pongs`; once it is `dead`, nothing that it says gets away.
 * @param {import('playwright-core').Page} page
 */
async function standing(page) {
  await page.addInitScript(() => {
    const told = /** @type {any} */ (Object.assign(globalThis, { lines: 0, pings: 0, pongs: 0, dead: false }));
    told.WebSocket = class extends WebSocket {
      /** @param {string | URL} address */
      constructor(address) {
        super(address);
        told.lines += 1;
        this.addEventListener('message', ({ data }) => { if (data.includes('"pong"')) told.pongs += 1; });
      }

      /** @param {string} message */
      send(message) {
        if (told.dead) return;
        if (message.includes('"ping"')) told.pings += 1;
        super.send(message);
      }
    };
  });
  await page.clock.install();
  await makeGame(page);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await answered(page);
}

/** Waits until all pings are answered, of which there are some. @param {import('playwright-core').Page} page */
const answered = (page) => page.waitForFunction(() => {
  const { pings, pongs } = /** @type {any} */ (globalThis);
  return pings > 0 && pongs === pings;
});

/** Waits until another line was begun. @param {import('playwright-core').Page} page */
const begunAnew = (page) => page.waitForFunction(() => /** @type {any} */ (globalThis).lines === 2);

/** @param {import('playwright-core').Page} page */
const die = (page) => page.evaluate(() => { /** @type {any} */ (globalThis).dead = true; });

test('a page whose timers come once a minute keeps its line', async () => {
  const { page, context } = await person(browser, server);
  await standing(page);
  for (let minutes = 0; minutes < 4; minutes += 1) {
    await page.clock.fastForward(60_000);
    assert.match(await page.innerText('#line'), /Connected/);
    await answered(page);
  }
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).lines), 1);
  await context.close();
});

test('a line without answers is tried anew within 25 seconds, and a page that slept asks again before', async () => {
  const { page, context } = await person(browser, server);
  await standing(page);
  await die(page);
  await page.clock.runFor(10_000);
  await page.clock.fastForward(3_600_000);
  assert.match(await page.innerText('#line'), /Connected/);
  // It is given up after 15 seconds, and begun anew within one more.
  await page.clock.runFor(17_000);
  await begunAnew(page);

  await page.reload();
  await ready(page);
  await die(page);
  await page.clock.runFor(27_000);
  await begunAnew(page);
  await context.close();
});
