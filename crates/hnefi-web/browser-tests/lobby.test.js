// @ts-check
// The lobby: two people find each other, the computer meanwhile, and what is owed to every reader.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, ready } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Opens the lobby, by the link on the first page, and waits until it is told of changes. @param {Page} page */
async function enter(page) {
  await page.goto('/');
  await page.click('a[href="/lobby"]');
  await connected(page);
}

/** @param {Page} page */
const connected = (page) => page.waitForFunction(() => document.getElementById('lobby-line')?.textContent?.startsWith('Connected'));

/** @param {Page} page */
const seeks = (page) => page.locator('#lobby-seeks li');

test('a seek is put up by one press, taken by one press, and both go to the game', async () => {
  const ann = await person(browser, server);
  const bo = await person(browser, server);
  await enter(ann.page);
  assert.match(await ann.page.innerText('#lobby-seeks'), /Nobody looks for a game right now/);
  await enter(bo.page);
  await ann.page.waitForFunction(() => document.getElementById('lobby-here')?.textContent?.includes('2 people are here'));

  await ann.page.click('.presets button:has-text("Copenhagen")');
  await connected(ann.page);
  assert.match(await ann.page.innerText('#lobby-seeks'), /Your seek is up/);
  assert.equal(await seeks(ann.page).locator('button:has-text("Play")').count(), 0, 'nobody takes his own');

  // The other page shows it by itself.
  await seeks(bo.page).first().waitFor();
  assert.match(await seeks(bo.page).innerText(), /Copenhagen.*10 min \+ 5 s.*A guest.*friendly · either side · match of 2 games/s);
  await seeks(bo.page).locator('button').click();
  await bo.page.waitForURL('**/game/**');
  await ann.page.waitForURL('**/game/**');
  assert.equal(ann.page.url(), bo.page.url());
  await ready(ann.page);
  await ready(bo.page);
  assert.match(await ann.page.innerText('main'), /Copenhagen/);

  // Everybody may watch it, and the seek is gone.
  const cy = await person(browser, server);
  await enter(cy.page);
  assert.equal(await seeks(cy.page).count(), 0);
  await cy.page.click('#lobby-watch a');
  await cy.page.waitForURL(ann.page.url());
  await ready(cy.page);
  assert.deepEqual([ann, bo, cy].flatMap(({ complaints }) => complaints), []);
  await Promise.all([ann, bo, cy].map(({ context }) => context.close()));
});

test('a seek of one’s own says what it wants, by keyboard alone, and is taken back', async () => {
  const { page, context, complaints } = await person(browser, server);
  const other = await person(browser, server);
  await enter(page);
  await enter(other.page);
  await page.focus('#own-seek summary');
  await page.keyboard.press('Enter');
  await page.focus('#seek-rules');
  await page.keyboard.type('Brandubh');
  await page.focus('#seek-own-clock');
  await page.keyboard.type('5d');
  await page.focus('#seek-side');
  await page.keyboard.type('the k');
  await page.focus('#seek-low');
  await page.keyboard.type('1600');
  await page.focus('#own-seek button');
  await page.keyboard.press('Enter');
  await seeks(page).first().waitFor();
  await connected(page);
  assert.match(await seeks(page).innerText(), /Brandubh\s+5 days a move\s+You\s+friendly · you want the defenders · match of 2 games, sides swapped · ratings 1600-4000/);

  // Who is out of its range is told so instead of a button.
  await seeks(other.page).first().waitFor();
  assert.match(await seeks(other.page).innerText(), /you play the attackers.*Your rating is not in the range/);
  assert.equal(await seeks(other.page).locator('button').count(), 0);

  await seeks(page).locator('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#lobby-seeks li').length === 0);
  await other.page.waitForFunction(() => document.querySelectorAll('#lobby-seeks li').length === 0);
  assert.deepEqual([...complaints, ...other.complaints], []);
  await context.close();
  await other.context.close();
});

test('while one waits the computer plays beside the lobby, which calls when somebody comes', async () => {
  const ann = await person(browser, server);
  await enter(ann.page);
  await ann.page.click('.presets button:has-text("Brandubh")');
  await connected(ann.page);
  const opened = ann.context.waitForEvent('page');
  await ann.page.click('.lobby-computer button');
  const computer = await opened;
  await computer.waitForURL('**/game/**');
  await ready(computer);

  // A page that nobody looks at has a mark in its title.
  await ann.page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  const bo = await person(browser, server);
  await enter(bo.page);
  await ann.page.waitForFunction(() => document.title.startsWith('● Somebody is here'));
  await bo.page.click('.presets button:has-text("Brandubh")');
  await bo.page.waitForURL('**/game/**');
  await ann.page.waitForURL('**/game/**');
  assert.equal(ann.page.url(), bo.page.url(), 'who looks for the same plays at once');
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});

test('a seek that somebody else was quicker to take says so', async () => {
  const ann = await person(browser, server);
  await enter(ann.page);
  await ann.page.evaluate(async () => {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '/lobby/seeks/nothing/accept';
    document.body.append(form);
    form.submit();
  });
  await ann.page.locator('[role=alert]').waitFor();
  assert.match(await ann.page.innerText('[role=alert]'), /somebody else was quicker/);
  await ann.context.close();
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the lobby is accessible and fits 320 pixels (${colorScheme})`, async () => {
    const { page, context, complaints } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    const other = await person(browser, server);
    await enter(page);
    await assertNarrow(page);
    await assertAccessible(page);
    await enter(other.page);
    await other.page.click('.presets button:has-text("2 days a move")');
    await seeks(page).first().waitFor();
    await page.click('.presets button:has-text("Copenhagen")');
    await connected(page);
    await page.click('#own-seek summary');
    assert.equal(await seeks(page).count(), 2);
    await assertNarrow(page);
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    // A live seek would wait 30 seconds for who has gone, and the next test would play against it.
    for (const each of [page, other.page]) {
      await seeks(each).locator('button:has-text("Take back")').click();
      await each.waitForFunction(() => !document.querySelector('#lobby-seeks li.own'));
    }
    await context.close();
    await other.context.close();
  });
}
