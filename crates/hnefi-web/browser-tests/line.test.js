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
