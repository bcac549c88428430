// @ts-check
// Round the games that a browser keeps: how they begin, are listed, downloaded, deleted, and put on the server.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { beginByForm, beginHere, entriesOf, installed, openHere, readyHere, skip } from './here.js';
import { Server, begun, launch, makeGame, person, play, plies, waitForStatus } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const PHONE = { width: 390, height: 844 };

/** The row of a game that this browser keeps. @param {Page} page @param {string} id */
const rowOf = (page, id) => page.locator(`li[data-here="${id}"]`);

/** Unfolds what can be done with a game, and does it. @param {Page} page @param {string} id @param {string} what */
async function does(page, id, what) {
  const row = rowOf(page, id);
  if (!(await row.locator('details').evaluate((tools) => /** @type {HTMLDetailsElement} */ (tools).open))) await row.locator('summary').click();
  await row.getByRole('button', { name: what, exact: true }).click();
}

/** Waits for words below the lists. @param {Page} page @param {string} words */
const says = (page, words) => page.waitForFunction((wanted) => document.getElementById('shelf-said')?.textContent?.includes(wanted), words);

/** Changes what the browser keeps of a game, behind the page's back. @param {Page} page @param {string} id @param {object} change */
const tamper = (page, id, change) => page.evaluate(([game, changed]) => new Promise((resolve, reject) => {
  const asks = indexedDB.open('hnefi-games');
  asks.onerror = reject;
  asks.onsuccess = () => {
    const transaction = asks.result.transaction('games', 'readwrite');
    const games = transaction.objectStore('games');
    const found = games.get(/** @type {string} */ (game));
    found.onsuccess = () => games.put({ ...found.result, .../** @type {object} */ (changed) });
    transaction.oncomplete = () => { asks.result.close(); resolve(null); };
  };
}), [id, change]);

test('the form begins a game in this browser, and on the server where that is chosen', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await page.goto('/');
  assert.match(await page.innerText('.place-option'), /Keep the game on the server/);
  await page.check('#mode-friend');
  assert.equal(await page.locator('.place-option').isVisible(), false, 'a friend needs the server anyway');
  await page.check('#mode-computer');
  await page.selectOption('#rules', 'brandubh');
  await page.selectOption('#side', 'either');
  await page.selectOption('#level', '1');
  await beginByForm(page);
  assert.match(await page.innerText('.players'), /the computer, level 1/);

  await page.goto('/');
  await page.check('#mode-screen');
  await page.selectOption('#games', '2');
  await beginByForm(page);
  assert.match(await page.innerText('#match'), /Game 1 of 2/);

  await page.goto('/');
  await page.check('#mode-screen');
  await page.check('#place-server');
  await page.click('form.new-game button[type=submit]');
  await page.waitForURL('**/game/**');
  // The other pages with such a form do the same.
  for (const [path, fold] of [['/play/fetlar-2018', ''], ['/table?rules=brandubh', '#table-play'], ['/read?text=d1-d4&rules=fetlar-2018', '#play-on']]) {
    await page.goto(path);
    if (fold) await page.locator(`${fold} > summary`).click();
    await page.check('#mode-screen');
    await beginByForm(page, '.modes button[type=submit]');
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a position that was set up and house rules go into the game that begins', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await page.goto('/house/edit?base=copenhagen&name=Sunday&king-open=two');
  await page.waitForFunction(() => location.pathname.endsWith('/edit') && document.getElementById('house-said')?.textContent?.includes('can be played'));
  await page.click('#house-done');
  await page.check('#mode-computer');
  await page.selectOption('#side', 'defenders');
  await page.selectOption('#level', '2');
  await beginByForm(page);
  assert.match(await page.innerText('#game h1'), /Sunday/);
  // The choices of last time stand ready, though the server knows nothing of them.
  await page.goto('/');
  await page.waitForFunction(() => document.querySelector('#rules option:checked')?.textContent === 'Sunday');
  assert.deepEqual([await page.inputValue('#side'), await page.inputValue('#level')], ['defenders', '2']);
  await page.goto('/?rules=brandubh');
  await page.locator('li[data-here]').first().waitFor();
  assert.equal(await page.inputValue('#rules'), 'brandubh', 'what the address asks for counts more');

  await page.goto('/table?rules=brandubh&position=/7/7/3t3/2tKt2/7/7/7/&turn=defenders');
  await page.click('#table-play summary');
  await page.check('#mode-screen');
  await beginByForm(page, '#table-play button[type=submit]');
  assert.equal(await page.locator('#board .piece:not(.gone)').count(), 4);
  assert.match(await page.innerText('#status'), /Defenders to move/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('without the module, or where the browser keeps nothing, the form asks the server', async () => {
  for (const hinder of ['module', 'database', 'workers', 'a slow line']) {
    const { page, context } = await person(browser, server);
    if (hinder === 'module') await context.route('**/hnefi.wasm*', (route) => route.fulfill({ status: 404, body: '' }));
    if (hinder === 'a slow line') await context.route('**/hnefi.wasm*', () => {});
    if (hinder === 'database') await page.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }; });
    if (hinder === 'workers') await page.addInitScript(() => { Reflect.deleteProperty(window, 'Worker'); });
    await page.goto('/');
    await page.check('#mode-screen');
    await page.click('form.new-game button[type=submit]');
    await page.waitForURL('**/game/**');
    await begun(page);
    await page.goto('/');
    assert.match(await page.innerText('#running li'), /on the server/, hinder);
    await context.close();
  }
});

test('the games of both places stand in one list, whose turn it is first', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await makeGame(page, { rules: 'nestorgames', mode: 'screen' });
  const ids = [];
  for (const rules of ['brandubh', 'fetlar-2018', 'copenhagen']) ids.push(await beginHere(page, { rules, mode: 'screen' }));
  const over = await beginHere(page, { rules: 'tablut-saami', mode: 'screen' });
  await page.click('#ending summary');
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-yes]');
  await waitForStatus(page, 'resigned');
  await page.goto('/');
  await rowOf(page, ids[2] ?? '').waitFor();
  const shown = await page.locator('#running li').allInnerTexts();
  assert.equal(shown.length, 3);
  assert.match(shown[0] ?? '', /Copenhagen[^]*two on this screen[^]*Attackers to move[^]*in this browser/);
  assert.equal(await page.innerText('#running-more summary'), 'One more game');
  await page.click('#running-more summary');
  assert.match(await page.locator('#running-more li').innerText(), /nestorgames[^]*on the server/);
  assert.match(await rowOf(page, over).innerText(), /The defenders won[^]*in this browser/);
  assert.equal(await page.locator('#finished li').count(), 1);

  // What another tab does is listed at once.
  const other = await context.newPage();
  await openHere(other, ids[0] ?? '');
  await play(other, 'd1-c1');
  await page.waitForFunction(() => document.querySelector('#running li')?.textContent?.includes('Brandubh'));
  // On a phone the button that plays stays on the first screen below them.
  await page.setViewportSize(PHONE);
  const button = await page.locator('form.new-game button[type=submit]').boundingBox();
  assert.ok(button && button.y + button.height <= PHONE.height, `the button ends at ${button?.y}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await rowOf(page, ids[0] ?? '').locator('summary').click();
  await assertNarrow(page);
  await assertAccessible(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('with the network off games begin, are listed, opened, downloaded and deleted, and a friend’s game says what it needs', { skip }, async () => {
  const { page, context } = await person(browser, server, { serviceWorkers: 'allow', viewport: PHONE });
  await page.goto('/');
  await installed(page);
  await server.kill();
  await context.setOffline(true);
  try {
    await page.goto('/');
    await page.locator('#away').waitFor();
    assert.match(await page.innerText('#away'), /cannot be reached/);
    await page.check('#mode-friend');
    await page.click('form.new-game button[type=submit]');
    assert.match(await page.innerText('.begin-said'), /needs the server/);
    await page.check('#mode-computer');
    await page.selectOption('#rules', 'brandubh');
    await page.selectOption('#level', '1');
    await beginByForm(page);
    const id = new URL(page.url()).hash.slice(1);
    await play(page, 'd1-c1');
    await page.waitForFunction(() => document.querySelectorAll('#move-list button').length === 2);
    await page.goto('/play/copenhagen');
    assert.match(await page.innerText('h1'), /Copenhagen/);
    await page.goto('/');
    const row = rowOf(page, id);
    await row.waitFor();
    assert.match(await row.innerText(), /Brandubh[^]*against the computer[^]*you attack[^]*Your move[^]*in this browser/);
    await assertNarrow(page);
    await assertAccessible(page);
    const [file] = await Promise.all([page.waitForEvent('download'), does(page, id, 'Download')]);
    assert.match(file.suggestedFilename(), /^hnefi-brandubh-.*\.txt$/);
    assert.match(await readFile(await file.path(), 'utf8'), /1\. d1-c1/);
    await does(page, id, 'Keep on the server');
    await says(page, 'cannot be reached');
    await row.getByRole('link').click();
    await readyHere(page);
    assert.equal(await plies(page), 2);
    await page.goto('/');
    await row.waitFor();
    await does(page, id, 'Delete');
    await does(page, id, 'Delete it');
    await row.waitFor({ state: 'detached' });
    assert.equal(await entriesOf(page, id), null);
  } finally {
    await context.setOffline(false);
    await server.run();
  }
  await context.close();
});

test('a game is deleted only when that is confirmed', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const id = await beginHere(page);
  await play(page, 'd1-c1');
  await page.goto('/');
  await does(page, id, 'Delete');
  assert.match(await rowOf(page, id).innerText(), /Delete this game for good\?/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-do')), 'stay');
  await does(page, id, 'Let it stay');
  assert.equal((await entriesOf(page, id))?.length, 1);
  await does(page, id, 'Delete');
  await does(page, id, 'Delete it');
  await says(page, 'deleted');
  await rowOf(page, id).waitFor({ state: 'detached' });
  assert.equal(await page.locator('#your-games').isVisible(), false);
  const told = await page.locator('#shelf-said').boundingBox();
  assert.ok(told && told.y < 400, 'it is said where the button was pressed');
  assert.equal(await entriesOf(page, id), null);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the focus stays beside a game that is deleted, and what is asked of another one stays asked', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const [first, second] = [await beginHere(page), await beginHere(page)];
  await page.goto('/');
  await does(page, first, 'Delete');
  const other = await context.newPage();
  await other.goto('/');
  await does(other, second, 'Delete');
  await does(other, second, 'Delete it');
  await rowOf(page, second).waitFor({ state: 'detached' });
  assert.match(await rowOf(page, first).innerText(), /Delete this game for good\?/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-do')), 'stay');
  await rowOf(other, second).waitFor({ state: 'detached' });
  assert.equal(await other.evaluate(() => document.activeElement?.closest('li')?.getAttribute('data-here')), first);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is downloaded is read again', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const id = await beginHere(page, { rules: 'fetlar-2018' });
  for (const move of ['d1-d4', 'f4-i4', 'a4-c4']) await play(page, move);
  await page.goto('/');
  const [file] = await Promise.all([page.waitForEvent('download'), does(page, id, 'Download')]);
  await page.goto('/read');
  await page.fill('#text', await readFile(await file.path(), 'utf8'));
  await page.click('#read button[type=submit]');
  await page.locator('#board').waitFor();
  const told = await page.innerText('main');
  for (const move of ['d1–d4', 'f4–i4', 'a4–c4']) assert.ok(told.includes(move), move);
  assert.match(told, /Fetlar 2018/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game is put on the server once, and stays here to be read', { skip }, async () => {
  const { page, context } = await person(browser, server);
  const id = await beginHere(page, { rules: 'fetlar-2018' });
  for (const move of ['d1-d4', 'f4-i4']) await play(page, move);
  await page.goto('/');
  await does(page, id, 'Keep on the server');
  await says(page, 'on the server now');
  const row = rowOf(page, id);
  await page.waitForFunction((game) => document.querySelector(`li[data-here="${game}"]`)?.closest('#finished'), id);
  assert.match(await row.innerText(), /Moved to the server/);
  const address = await row.getByRole('link').getAttribute('href');
  assert.equal(await row.getByRole('button', { name: 'Keep on the server' }).count(), 0);
  // The game on the server is listed at once, not when the page comes the next time.
  const there = page.locator(`#running li:not([data-here])`, { has: page.locator(`a[href="${address}"]`) });
  assert.match(await there.innerText(), /Fetlar 2018[^]*on the server/);
  await page.locator('#shelf-said a').click();
  await page.waitForURL(`**${address}`);
  await begun(page);
  assert.equal(await plies(page), 2);
  await play(page, 'a4-c4');

  // Here it goes on no more, and says where it does.
  await page.goto('about:blank');
  await page.goto(`/here#${id}`);
  await page.getByRole('link', { name: /server/ }).waitFor();
  assert.equal(await page.locator(`a[href="${address}"]`).count(), 1);

  // An answer that was lost on the way: the same again leads to the same game.
  await page.goto('/');
  await row.waitFor();
  await tamper(page, id, { moved: null });
  await page.reload();
  await does(page, id, 'Keep on the server');
  await says(page, 'on the server now');
  assert.equal(await page.locator('#shelf-said a').getAttribute('href'), address);
  await page.reload();
  await row.waitFor();
  assert.equal(await page.locator('.game-rows li:not([data-here])').count(), 1);

  // What was played on here since is not lost, and not taken for the same.
  await tamper(page, id, { moved: null });
  await openHere(page, id);
  for (const move of ['a5-b5', 'e5-e4', 'b5-a5', 'e4-e5']) await play(page, move);
  await page.goto('/');
  await does(page, id, 'Keep on the server');
  await says(page, 'was another one when it was put there');
  assert.equal((await entriesOf(page, id))?.length, 6);
  assert.match(await row.innerText(), /to move[^]*in this browser/);
  await context.close();
});

test('a game is put on the server from its own page, too, and goes on there', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const id = await beginHere(page, { rules: 'fetlar-2018' });
  await play(page, 'd1-d4');
  await page.click('#keep summary');
  await page.route('**/games/keep', (route) => route.abort());
  await page.click('#keep-it');
  await page.locator('#keep-said').getByText('cannot be reached').waitFor();
  await play(page, 'f4-i4');
  await page.unroute('**/games/keep');
  await page.click('#keep-it');
  await page.waitForURL('**/game/**');
  await begun(page);
  assert.equal(await plies(page), 2);
  const address = new URL(page.url()).pathname;
  await page.goto('about:blank');
  await page.goto(`/here#${id}`);
  await page.locator(`a[href="${address}"]`).waitFor();
  assert.deepEqual(complaints.filter((one) => !/ERR_FAILED/.test(one)), []);
  await context.close();
});

test('what goes on while it is sent is not marked as moved', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const id = await beginHere(page, { rules: 'fetlar-2018' });
  await play(page, 'd1-d4');
  const other = await context.newPage();
  await openHere(other, id);
  await page.goto('/');
  await page.route('**/games/keep', async (route) => {
    const response = await route.fetch();
    await play(other, 'f4-i4');
    await route.fulfill({ response });
  });
  await does(page, id, 'Keep on the server');
  await says(page, 'went on while it was sent');
  assert.match(await rowOf(page, id).innerText(), /to move/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game that cannot be is refused with the entry at fault, and stays here', { skip }, async () => {
  const { page, context } = await person(browser, server);
  const id = await beginHere(page, { rules: 'fetlar-2018' });
  await play(page, 'd1-d4');
  await page.goto('/');
  await rowOf(page, id).waitFor();
  await page.route('**/games/keep', (route) => {
    const game = JSON.parse(route.request().postData() ?? '');
    game.entries[0].captures = ['a4'];
    return route.continue({ postData: JSON.stringify(game) });
  });
  await does(page, id, 'Keep on the server');
  await says(page, 'Entry 1 of the game');
  assert.match(await rowOf(page, id).innerText(), /to move[^]*in this browser/);
  await context.close();
});
