// @ts-check
// The community's rule sets, and house rules: made, refused, played and shared.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { Server, begun, launch, makeGame, person, play, playOn, plies, ready, tap, waitForPlies } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page @param {string} words */
const verdict = (page, words) =>
  page.waitForFunction((wanted) => document.getElementById('house-said')?.textContent?.includes(wanted), words);

/** @param {Page} page @param {string} tool */
const pickTool = (page, tool) => page.click(`#palette label:has([value=${tool}])`);

test('a shieldwall is played under Copenhagen, seen and read out', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=copenhagen&position=/11/11/10t/9tT/9tT/9tT/9tT/11/4K5t/11/11/&turn=attackers');
  assert.match(await page.innerText('.game-head h1'), /Copenhagen/i);
  await play(page, 'k9-k8');
  const said = await page.innerText('#said');
  for (const square of ['k4', 'k5', 'k6', 'k7']) {
    assert.match(await page.locator(`[data-square=${square}]`).innerText(), /empty/);
  }
  assert.match(said, /k4.*k7|k7.*k4/);
  assert.match(await page.locator('#move-list button').first().innerText(), /×k4 k5 k6 k7/);
  await page.waitForFunction(() => document.querySelectorAll('#board .piece:not(.gone)').length === 7);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('Brandubh is played against the computer', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 800 } });
  await makeGame(page, { rules: 'brandubh', mode: 'computer', side: 'attackers', level: '2' });
  assert.equal(await page.locator('#board [data-square]').count(), 49);
  await play(page, 'd1-e1');
  await waitForPlies(page, 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the editor says the same with scripts and without', async () => {
  const { page, complaints, context } = await person(browser, server);
  const plain = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const written = await plain.newPage();
  const ids = ['house-said', 'house-differs', 'fault-name', 'fault-start'];
  const said = (/** @type {Page} */ there) => there.evaluate((all) => all.map((id) => document.getElementById(id)?.innerHTML), ids);
  for (const [query, words] of [['base=brandubh&no-move=draw&start=/K6/7/7/3T3/3t3/7/7/', 'no game'], ['base=brandubh', 'can be played']]) {
    await written.goto(`/house/edit?${query}`);
    assert.equal(await written.locator('#board svg').count(), 1);
    const there = await said(written);
    assert.ok(there[0]?.includes(words ?? ''), there[0]);
    await page.goto(`/house/edit?${query}`);
    // The address changes with the answer.
    await page.waitForURL(/house\/1.*\/edit/);
    assert.deepEqual(await said(page), there);
    // What another answer changes is put in place, and put back.
    await page.click('#question-escape label:not(:has(:checked))');
    await page.waitForFunction((was) => document.getElementById('house-differs')?.innerHTML !== was, there[1]);
    await page.click('#question-escape label:has([data-base])');
    await page.waitForFunction((was) => document.getElementById('house-differs')?.innerHTML === was, there[1]);
    assert.deepEqual(await said(page), there);
  }
  assert.deepEqual(complaints, []);
  await plain.close();
  await context.close();
});

test('house rules are made, refused while they are senseless, played, shared, and played by a stranger', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house');
  await page.getByRole('link', { name: 'Brandubh' }).click();
  await verdict(page, 'can be played');
  await page.fill('#house-name', 'Fjord rules');
  await page.click('#question-no-move label:has([value=draw])');
  await page.locator('#house-differs', { hasText: 'A draw' }).waitFor();
  await page.locator('#question-no-move.changed').waitFor();

  // A king on a corner is refused, beside the board, with the square marked.
  await pickTool(page, 'K');
  await tap(page, 'a1');
  await verdict(page, 'no game');
  assert.match(await page.innerText('#fault-start'), /corner a1/);
  assert.equal(await page.locator('#board .mark-enemy').count(), 1);
  assert.ok(await page.locator('#house-done').isHidden());
  await page.click('#house-undo');
  await verdict(page, 'can be played');

  // Without attackers nobody could win.
  await page.click('#house-clear');
  await pickTool(page, 'K');
  await tap(page, 'd4');
  await verdict(page, 'never win');

  // Two taps set up four attackers and four defenders.
  await page.selectOption('#house-mirror', '8');
  await pickTool(page, 't');
  await tap(page, 'd1');
  await pickTool(page, 'T');
  await tap(page, 'd3');
  await verdict(page, 'can be played');
  assert.equal(await page.locator('#board .piece:not(.gone)').count(), 9);
  await page.waitForFunction(() => location.pathname.endsWith('/edit') && document.querySelector('#house-differs')?.textContent?.includes('4 attackers'));

  await page.click('#house-done');
  assert.match(await page.innerText('h1'), /Fjord rules/);
  const link = await page.inputValue('#house-link');
  await page.check('#mode-screen');
  await page.click('form.new-game button[type=submit]');
  await begun(page);
  await page.click('#house-rules summary');
  assert.match(await page.innerText('#house-rules'), /A draw/);
  await play(page, 'd1-e1');
  assert.deepEqual(complaints, []);

  // A stranger opens the link without scripts, reads, and begins a game.
  const stranger = await browser.newContext({ baseURL: server.address, javaScriptEnabled: false });
  const plain = await stranger.newPage();
  await plain.goto(link);
  assert.match(await plain.innerText('main'), /Fjord rules[^]*What if the side to move cannot move\?[^]*A draw/);
  await plain.check('#mode-friend');
  await plain.click('form.new-game button[type=submit]');
  await plain.waitForURL('**/game/**');
  assert.match(await plain.innerText('h1'), /Fjord rules/i);
  await stranger.close();

  // Another one plays a friend, who sees on the invitation what he lets himself in for.
  const host = await person(browser, server);
  await host.page.goto(link);
  await host.page.check('#mode-friend');
  await host.page.click('form.new-game button[type=submit]');
  await host.page.waitForURL('**/game/**');
  await ready(host.page);
  const friend = await person(browser, server);
  await friend.page.goto(await host.page.inputValue('#invite input'));
  assert.match(await friend.page.innerText('main'), /Fjord rules[^]*A draw/);
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await ready(friend.page);
  await play(host.page, 'd1-e1');
  await waitForPlies(friend.page, 1);
  assert.deepEqual([...host.complaints, ...friend.complaints], []);
  await host.context.close();
  await friend.context.close();
  await context.close();
});

test('house rules travel as a file', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house/edit?base=copenhagen&name=From+a+file&no-move=draw');
  await verdict(page, 'can be played');
  await page.click('#house-done');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('a[href$="/file"]')]);
  const path = await download.path();
  const text = await readFile(path, 'utf8');
  assert.match(text, /base = "copenhagen"[^]*\[answers\.no-move\]\nis = "draw"/);
  await page.goto('/house');
  await page.setInputFiles('#house-file', path);
  await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('From a file'));
  await page.getByRole('button', { name: 'Read it' }).click();
  await page.locator('h1', { hasText: 'From a file' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a start position is set up by the keyboard alone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house/edit?base=brandubh');
  await verdict(page, 'can be played');
  await page.focus('#house-clear');
  await page.keyboard.press('Enter');
  await verdict(page, 'no king');
  await page.focus('#palette [value=K]');
  await page.keyboard.press('Space');
  await page.focus('[data-square=d4]');
  await page.keyboard.press('Enter');
  await verdict(page, 'never win');
  await page.focus('#palette [value=t]');
  await page.keyboard.press('Space');
  await page.focus('[data-square=d4]');
  for (const key of ['ArrowUp', 'ArrowUp', 'Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.match(await page.locator('[data-square=d7]').innerText(), /attacker/);
  await page.waitForFunction(() => document.querySelector('#house-differs')?.textContent?.includes('2 attackers'));
  // Enter in the field of the name sends no form.
  await page.focus('#house-name');
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.pathname.startsWith('/house/1'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a board grows round its throne, pieces are dragged, and the rows can be typed', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house/edit?base=brandubh');
  await verdict(page, 'can be played');
  await page.selectOption('#house-size', '15');
  assert.equal(await page.locator('#board [data-square]').count(), 225);
  assert.match(await page.locator('[data-square=h8]').innerText(), /king/);
  await pickTool(page, 'move');
  await tap(page, 'h8');
  await tap(page, 'c3');
  assert.match(await page.locator('[data-square=c3]').innerText(), /king/);
  await page.getByText('The start position as text').click();
  await page.fill('#house-rows', '/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/');
  await page.press('#house-rows', 'Tab');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-square]').length === 49);
  await verdict(page, 'can be played');
  await page.click('#house-undo');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-square]').length === 225);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('rows that cannot be read stay as they were typed, with what is wrong', async () => {
  const { page, context } = await person(browser, server);
  await page.goto('/house/edit?base=brandubh');
  await verdict(page, 'can be played');
  // The address changes with the answer.
  await page.waitForURL(/house\/1.*\/edit/);
  const address = page.url();
  await page.getByText('The start position as text').click();
  const type = async (/** @type {string} */ rows) => {
    await page.fill('#house-rows', rows);
    await page.press('#house-rows', 'Tab');
  };
  for (const [rows = '', words = ''] of [['3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/', 'begin and end with a slash'], ['/3t3/3x3/3T3/ttTKTtt/3T3/3t3/3t3/', '“x” in rank 2']]) {
    await type(rows);
    await verdict(page, words);
    assert.equal(await page.inputValue('#house-rows'), rows);
    assert.equal(await page.locator('#house-done').isVisible(), false);
    assert.match(await page.locator('[data-square=d2]').innerText(), /attacker/);
    assert.equal(page.url(), address);
  }
  await type(' /3t3/7/3T3/ttTKTtt/3T3/3t3/3t3/');
  await verdict(page, 'can be played');
  assert.equal(await page.inputValue('#house-rows'), '/3t3/7/3T3/ttTKTtt/3T3/3t3/3t3/');
  assert.match(await page.locator('[data-square=d2]').innerText(), /empty/);
  await type('nothing');
  await verdict(page, 'slash');
  await page.click('#house-undo');
  await verdict(page, 'can be played');
  assert.match(await page.locator('[data-square=d2]').innerText(), /attacker/);
  await context.close();
});

test('a game on a board of another size is played at the table', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table');
  await page.selectOption('#table-rules', 'tablut-saami');
  await page.waitForURL('**/table?rules=tablut-saami**');
  await page.waitForFunction(() => document.querySelectorAll('#board [data-square]').length === 81);
  await page.waitForFunction(() => document.getElementById('verdict')?.textContent?.includes('Ready'));
  assert.deepEqual(complaints, []);
  assert.equal(await plies(page), 0);
  await context.close();
});
