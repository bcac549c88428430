// @ts-check
// Two people who know each other: names, and what a page tells while nobody looks at it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, play, ready, waitForPlies } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page @param {string} name */
async function invite(page, name) {
  await page.goto('/');
  await page.check('#mode-friend');
  await page.fill('#name', name);
  await page.click('form.new-game button[type=submit]');
  await page.waitForURL('**/game/**');
  await ready(page);
  return page.inputValue('#invite input');
}

/** @param {Page} page @param {string} invitation @param {string} name */
async function accept(page, invitation, name) {
  await page.goto(invitation);
  await page.fill('#name', name);
  await page.click('main form button');
  await page.waitForURL('**/game/**');
  await ready(page);
}

test('friends see each other’s names, and can change them', async () => {
  const host = await person(browser, server, { viewport: { width: 390, height: 844 } });
  await host.page.goto('/');
  assert.equal(await host.page.locator('#name').isVisible(), false, 'the computer calls nobody');
  const invitation = await invite(host.page, 'Siân');
  const friend = await person(browser, server);
  await friend.page.goto(invitation);
  assert.match(await friend.page.innerText('main'), /Siân\S? invites you/);
  await accept(friend.page, invitation, 'علي');
  await host.page.locator('#player-defenders', { hasText: 'علي' }).waitFor();
  assert.match(await host.page.innerText('#player-attackers'), /Siân\S?, you/);
  assert.match(await friend.page.innerText('#player-attackers'), /Siân\S?, here/);
  await host.page.goto('/');
  await host.page.locator('.game-rows li', { hasText: 'علي' }).waitFor();
  await host.page.click('#your-name summary');
  await host.page.fill('#new-name', 'Rhian');
  await host.page.click('#your-name button');
  await host.page.locator('#your-name summary', { hasText: 'Rhian' }).waitFor();
  await friend.page.locator('#player-attackers', { hasText: 'Rhian' }).waitFor();
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});

test('a name that cannot be loses nothing that was typed', async () => {
  const host = await person(browser, server);
  const { page } = host;
  await page.goto('/');
  await page.check('#mode-friend');
  await page.selectOption('form.new-game select[name=clock]', '2d');
  await page.fill('#name', 'Anna92');
  await page.click('form.new-game button[type=submit]');
  await page.locator('main', { hasText: '“9” cannot be in a name' }).waitFor();
  await page.click('#back');
  await page.locator('#name').waitFor();
  assert.deepEqual([await page.inputValue('#name'), await page.inputValue('form.new-game select[name=clock]')], ['Anna92', '2d']);
  const invitation = await invite(page, 'Anna');
  const friend = await person(browser, server);
  await friend.page.goto(invitation);
  await friend.page.fill('#name', 'Bo 7');
  await friend.page.click('main form button');
  await friend.page.locator('.fault', { hasText: '“7” cannot be in a name' }).waitFor();
  assert.equal(await friend.page.inputValue('#name'), 'Bo 7');
  await friend.page.fill('#name', 'Bo');
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await host.context.close();
  await friend.context.close();
});

test('a page that nobody looks at marks its title when the friend comes and moves, and sounds', async () => {
  const host = await person(browser, server);
  await host.page.addInitScript(() => {
    const heard = /** @type {any} */ (window).heard = /** @type {number[]} */ ([]);
    let hidden = false;
    Object.defineProperty(document, 'hidden', { get: () => hidden });
    /** @type {any} */ (window).look = (/** @type {boolean} */ looks) => { hidden = !looks; document.dispatchEvent(new Event('visibilitychange')); };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...args) { heard.push(Math.round(this.frequency.value)); return start.apply(this, args); };
  });
  const { page } = host;
  const invitation = await invite(page, 'Siân');
  // How many games wait for one's move stands before it.
  const told = async () => (await page.title()).replace(/^\(\d+\) /, '');
  const title = await told();
  // A page may sound after it was touched.
  await page.locator('#status').click();
  await page.evaluate(() => /** @type {any} */ (window).look(false));
  const friend = await person(browser, server);
  await accept(friend.page, invitation, 'Bo');
  await page.waitForFunction(() => /^● \S?Bo\S? is here · /.test(document.title));
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).heard), [247, 330]);
  await page.evaluate(() => /** @type {any} */ (window).look(true));
  assert.equal(await told(), title);
  await play(page, 'd1-d4');
  await waitForPlies(friend.page, 1);
  await page.evaluate(() => /** @type {any} */ (window).look(false));
  assert.equal(await told(), title, 'what one has seen is no news');
  await play(friend.page, 'd6-d9');
  await page.waitForFunction(() => document.title.startsWith('● Your move · '));
  await page.evaluate(() => /** @type {any} */ (window).look(true));
  assert.equal(await told(), title);
  await friend.page.click('#ending summary');
  await friend.page.click('[data-action=offer-draw]');
  await page.locator('#offer button').first().waitFor();
  assert.equal(await told(), title, 'who looks needs no mark');
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});
