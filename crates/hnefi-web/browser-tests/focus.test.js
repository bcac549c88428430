// @ts-check
// Who goes by keys is never thrown back to the top of the page because what was pressed is gone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, tap, waitForPlies } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** What holds the focus, once it is neither nothing nor hidden. @param {Page} page */
async function focused(page) {
  const held = await page.waitForFunction(() => {
    const { activeElement } = document;
    return activeElement && activeElement !== document.body && activeElement.getClientRects().length ? activeElement : null;
  });
  return held.evaluate((element) => ({ name: element?.tagName, id: element?.id, square: /** @type {HTMLElement | null} */ (element)?.dataset.square }));
}

/** @param {Page} page @param {string} selector */
async function press(page, selector) {
  await page.locator(selector).focus();
  await page.keyboard.press('Enter');
}

test('in a game the focus goes where it goes on', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'screen' });
  await play(page, 'd1-d4');
  await press(page, '[data-action=take-back]');
  await waitForPlies(page, 0);
  assert.ok((await focused(page)).square, 'the move that was taken back was the only one: the board');

  await tap(page, 'd6');
  await press(page, '#message button');
  await page.locator('#message h2').waitFor();
  assert.equal((await focused(page)).name, 'H2', 'the answer is read on from its title');

  await page.click('#ending summary');
  await press(page, '[data-action=resign]');
  await press(page, '[data-action=resign-yes]');
  await page.locator('#end').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'end');
  await press(page, '#look-through');
  await focused(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('at the table the button that has nothing more to undo keeps the focus', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table');
  await page.locator('#verdict p').first().waitFor();
  await press(page, '#table-clear');
  await press(page, '#table-undo');
  await page.locator('#table-undo[aria-disabled=true]').waitFor();
  assert.equal((await focused(page)).id, 'table-undo');
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).id, 'table-undo');
  assert.deepEqual(complaints, []);
  await context.close();
});
