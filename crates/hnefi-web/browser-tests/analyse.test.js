// @ts-check
// The analysis board: the tree of moves, what is changed in it, and where it comes from and goes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, tap } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Waits until the board shows the place to which these moves lead. @param {Page} page @param {string[]} path */
const at = (page, ...path) => page.waitForFunction((wanted) => document.getElementById('analyse')?.dataset.path === wanted, path.join(' '));

/** Opens the board, and waits until there is one. @param {Page} page @param {string} [address] */
async function open(page, address = '/analyse') {
  await page.goto(address);
  await page.waitForSelector('#analyse[data-path]');
}

/** Makes a move by two taps, and waits until it is the last one shown. @param {Page} page @param {string} move */
async function make(page, move) {
  const [from = '', to = ''] = move.split('-');
  await tap(page, from);
  await tap(page, to);
  await page.waitForFunction((wanted) => document.getElementById('analyse')?.dataset.path?.split(' ').at(-1) === wanted, move);
}

/** The tree as text. @param {Page} page */
const tree = async (page) => (await page.innerText('#score')).replace(/\s+/g, ' ').trim();

test('variations are made by moving, and promoted, deleted and undone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await make(page, 'd1-d4');
  await make(page, 'f4-i4');
  await page.keyboard.press('ArrowLeft');
  await at(page, 'd1-d4');
  await make(page, 'f4-f3');
  assert.equal(await tree(page), '1. d1–d4 f4–i4 1. … f4–f3');
  await page.click('#promote');
  await page.waitForFunction(() => document.querySelector('#score .variation')?.textContent?.includes('f4–i4'));
  assert.equal(await tree(page), '1. d1–d4 f4–f3 1. … f4–i4');
  await page.click('#delete');
  await at(page, 'd1-d4');
  assert.equal(await tree(page), '1. d1–d4 f4–i4');
  await page.keyboard.press('Control+z');
  await at(page, 'd1-d4', 'f4-f3');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => document.querySelector('#score .variation')?.textContent?.includes('f4–f3'));
  await page.keyboard.press('Control+Shift+z');
  await page.waitForFunction(() => document.querySelector('#score .variation')?.textContent?.includes('f4–i4'));
  // Going to a move that is there makes none.
  await page.click('#score [data-move="d1-d4"]');
  await at(page, 'd1-d4');
  await make(page, 'f4-i4');
  assert.equal(await page.locator('#score button').count(), 3);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a move that is refused changes nothing, and says why', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await tap(page, 'd1');
  await tap(page, 'e4');
  await page.waitForFunction(() => document.querySelector('#message .refusal'));
  assert.match(await page.innerText('#message'), /straight|line/);
  assert.equal(await page.locator('#score button').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});
