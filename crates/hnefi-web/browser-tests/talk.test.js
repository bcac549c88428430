// @ts-check
// Talk beside a game: two contexts, watchers, closing, the switch; narrow, accessible, by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, ready, signUp } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContextOptions} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Two people in a game, the first with an account. @param {string} name @param {BrowserContextOptions} [options] */
async function two(name, options = {}) {
  const host = await person(browser, server, options);
  await signUp(host.page, name);
  await makeGame(host.page, { mode: 'friend', side: 'attackers' });
  const friend = await person(browser, server, options);
  await friend.page.goto(await host.page.inputValue('#invite input'));
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await ready(friend.page);
  await host.page.locator('[data-greeting]').first().waitFor();
  return { host, friend };
}

test('two people talk, one of them in greetings; one closes it', async () => {
  const { host, friend } = await two('Anna');
  await host.page.getByRole('button', { name: 'Good luck, have fun!' }).click();
  await friend.page.locator('#talk-players li', { hasText: 'Good luck, have fun!' }).waitFor();
  assert.equal(await friend.page.locator('#talk-form').count(), 0, 'a guest types nothing');
  await friend.page.getByRole('button', { name: 'You too!' }).click();
  await host.page.locator('#talk-players li', { hasText: 'You too!' }).waitFor();
  // By the keyboard alone, and what was said is text.
  await host.page.locator('#talk-words').focus();
  await host.page.keyboard.type('see <b>https://example.org</b>');
  await host.page.keyboard.press('Enter');
  await friend.page.locator('#talk-players li', { hasText: '<b>https://example.org</b>' }).waitFor();
  assert.equal(await friend.page.locator('#talk-players a[href*=example]').count(), 0);
  assert.equal(await friend.page.locator('#talk-lists').getAttribute('aria-live'), 'polite');
  // Talk does not stop a game.
  await play(host.page, 'd1-d4');
  await friend.page.getByRole('button', { name: 'Close the talk of this game' }).click();
  await host.page.getByText('The talk of this game is closed.').waitFor();
  assert.equal(await host.page.locator('[data-greeting]').count(), 0);
  await friend.page.getByRole('button', { name: 'Open the talk again' }).click();
  await host.page.locator('[data-greeting]').first().waitFor();
  // What was said is there after another look at the page.
  await host.page.reload();
  await host.page.locator('#talk-players li', { hasText: 'You too!' }).waitFor();
  assert.equal(await host.page.locator('#talk-players li').count(), 3);
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});

test('who switches the talk off sees and hears nothing of it, in the next game either', async () => {
  const { host, friend } = await two('Bera');
  await friend.page.locator('summary', { hasText: 'Board and sound' }).click();
  await friend.page.locator('#talk-on').uncheck();
  assert.equal(await friend.page.locator('#talk').isVisible(), false);
  await host.page.getByRole('button', { name: 'Hello!' }).click();
  await host.page.locator('#talk-players li').waitFor();
  await friend.page.reload();
  await ready(friend.page);
  assert.equal(await friend.page.locator('#talk').isVisible(), false);
  assert.equal(await friend.page.locator('#talk-players li').count(), 0);
  await friend.page.locator('summary', { hasText: 'Board and sound' }).click();
  await friend.page.locator('#talk-on').check();
  await friend.page.locator('#talk-players li', { hasText: 'Hello!' }).waitFor();
  await host.context.close();
  await friend.context.close();
});

test('what is lost with the line is in the field again, what was heard is not', async () => {
  const { host, friend } = await two('Cilla');
  /** What becomes of the next words: they are lost with the line, or heard before that breaks. @type {'' | 'lost' | 'heard'} */
  let next = '';
  await host.page.routeWebSocket(/\/ws\/game\//, (page) => {
    const there = page.connectToServer();
    const breaks = () => { next = ''; void page.close({ code: 1012 }); void there.close({ code: 1000 }); };
    page.onMessage((message) => {
      if (next === 'lost' && String(message).includes('"say"')) breaks();
      else there.send(message);
    });
    there.onMessage((message) => {
      if (next === 'heard' && String(message).includes('"talk"') && String(message).includes('Second words')) breaks();
      else page.send(message);
    });
  });
  await host.page.reload();
  await host.page.locator('[data-greeting]').first().waitFor();
  const field = host.page.locator('#talk-words');
  const say = async (/** @type {string} */ words) => { await field.fill(words); await field.press('Enter'); };
  next = 'lost';
  await say('First words');
  await host.page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('talk-words')).value === 'First words');
  await field.press('Enter');
  await host.page.locator('#talk-players li', { hasText: 'First words' }).waitFor();
  next = 'heard';
  await say('Second words');
  await host.page.locator('#talk-players li', { hasText: 'Second words' }).waitFor();
  assert.equal(await field.inputValue(), '');
  await friend.page.locator('#talk-players li', { hasText: 'Second words' }).waitFor();
  assert.equal(await friend.page.locator('#talk-players li').count(), 2);
  await host.context.close();
  await friend.context.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the talk leaves the board where it is, fits 320 pixels and is accessible (${colorScheme})`, async () => {
    const { host, friend } = await two(colorScheme === 'dark' ? 'Dagny' : 'Drifa', { colorScheme, viewport: { width: 390, height: 844 } });
    const board = () => host.page.locator('#board').boundingBox();
    await host.page.evaluate(() => scrollTo(0, 0));
    const before = await board();
    await friend.page.getByRole('button', { name: 'Hello!' }).click();
    const jump = host.page.locator('#talk-jump');
    await jump.waitFor();
    assert.match(await jump.innerText(), /^1\n1 new line/);
    assert.deepEqual(await board(), before);
    await assertAccessible(host.page);
    await jump.click();
    await host.page.locator('#talk-jump').waitFor({ state: 'hidden' });
    await host.page.setViewportSize({ width: 320, height: 640 });
    await host.page.locator('#talk-words').fill('a word without any end '.repeat(6));
    await host.page.locator('#talk-form button').click();
    await friend.page.locator('#talk-players li.you').or(friend.page.locator('#talk-players li', { hasText: 'without any end' })).last().waitFor();
    await assertNarrow(host.page);
    await assertAccessible(host.page);
    await host.context.close();
    await friend.context.close();
  });
}
