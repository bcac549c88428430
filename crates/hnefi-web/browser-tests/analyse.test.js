// @ts-check
// The analysis board: the tree of moves, what is changed in it, and where it comes from and goes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, playOn, tap } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

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

/** Waits until the browser keeps it: then it has an address of its own. @param {Page} page */
const kept = (page) => page.waitForURL(/#[0-9a-f-]{36}$/);

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
  await page.keyboard.press('ArrowUp');
  await at(page, 'd1-d4', 'f4-i4');
  await page.keyboard.press('ArrowDown');
  await at(page, 'd1-d4', 'f4-f3');
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
  await page.waitForFunction(() => /straight/.test(document.querySelector('.game-word')?.textContent ?? ''));
  assert.equal(await page.locator('#score button').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

/** Draws with the right button. @param {Page} page @param {string} from @param {string} to */
async function draw(page, from, to) {
  const middle = async (/** @type {string} */ square) => {
    const box = await page.locator(`#board [data-square="${square}"]`).boundingBox();
    if (!box) throw new Error(`no square ${square}`);
    return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
  };
  await page.mouse.move(...await middle(from));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...await middle(to), { steps: 4 });
  await page.mouse.up({ button: 'right' });
}

/** Waits until so many arrows and squares are listed. @param {Page} page @param {number} count */
const marks = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll('#marks li').length === wanted, count);

test('comments, arrows and squares are kept, shared by a link, and undone', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await make(page, 'd1-d4');
  await page.fill('#comment', 'Bold {it is} [%csl Ba1]');
  await page.locator('#comment').blur();
  await marks(page, 1);
  await draw(page, 'f4', 'i4');
  await marks(page, 2);
  await draw(page, 'e5', 'e5');
  await marks(page, 3);
  assert.deepEqual(await page.locator('#marks li').evaluateAll((items) => items.map((item) => item.firstChild?.nextSibling?.textContent)), ['a1, blue', 'e5, green', 'arrow from f4 to i4, green']);
  assert.equal(await page.locator('.shapes path').count(), 1);
  assert.equal(await page.locator('.shapes rect').count(), 2);
  // The same once more takes it away.
  await draw(page, 'e5', 'e5');
  await marks(page, 2);
  await page.keyboard.press('Control+z');
  await marks(page, 3);
  await kept(page);
  const address = page.url();

  await page.click('#share summary');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('share-link')).value !== '');
  const link = await page.inputValue('#share-link');
  const friend = await person(browser, server);
  await open(friend.page, link);
  await at(friend.page, 'd1-d4');
  await marks(friend.page, 3);
  // A brace would end the comment in the text.
  assert.equal(await friend.page.inputValue('#comment'), 'Bold {it is)');
  assert.deepEqual(friend.complaints, []);
  await friend.context.close();

  await page.goto('about:blank');
  await open(page, address);
  await at(page, 'd1-d4');
  await marks(page, 3);
  await page.click('#kept summary');
  await page.click('#kept-list button');
  await page.locator('#kept').waitFor({ state: 'hidden' });
  await page.goto('about:blank');
  await open(page, address);
  await page.locator('#message', { hasText: 'keeps no such analysis' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

/** What the comment's field holds, once it is this. @param {Page} page @param {string} words */
const remark = (page, words) => page.waitForFunction((wanted) => /** @type {HTMLTextAreaElement} */ (document.getElementById('comment')).value === wanted, words);

test('a comment is kept while it is typed, and is one step to undo', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await make(page, 'd1-d4');
  await kept(page);
  await page.locator('#comment').focus();
  await page.keyboard.type('A bold');
  await page.locator('#score', { hasText: 'A bold' }).waitFor();
  await page.keyboard.type(' move');
  await page.locator('#score', { hasText: 'A bold move' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'comment');
  await page.click('#undo');
  await remark(page, '');
  await at(page, 'd1-d4');
  await page.click('#redo');
  await remark(page, 'A bold move');

  // The page is left between two letters.
  await page.locator('#comment').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', and more');
  await page.reload();
  await at(page, 'd1-d4');
  await remark(page, 'A bold move, and more');
  await page.locator('#comment').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('.');
  await page.click('a.site-name');
  await page.waitForURL(`${server.address}/`);
  await page.goBack();
  await at(page, 'd1-d4');
  await remark(page, 'A bold move, and more.');
  await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('hnefi-drafts')));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a comment on an analysis that nothing was changed in is kept, too', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await page.locator('#comment').focus();
  await page.keyboard.type('W');
  await kept(page);
  await page.keyboard.type('here it begins');
  await page.reload();
  await page.waitForSelector('#analyse[data-path]');
  await remark(page, 'Where it begins');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('everything goes through .otg and back, and what a form cannot hold is said', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  await make(page, 'd1-d4');
  await make(page, 'f4-i4');
  await page.keyboard.press('ArrowLeft');
  await at(page, 'd1-d4');
  await make(page, 'f4-f3');
  await page.fill('#comment', 'Careful.');
  await page.locator('#comment').blur();
  await draw(page, 'f3', 'c3');
  await marks(page, 1);
  await page.click('#export summary');
  await page.click('#export [data-format=commas]');
  await page.locator('#file-losses', { hasText: 'variation' }).waitFor();
  await page.click('#export [data-format=otg]');
  await page.locator('#file-said', { hasText: '.otg' }).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#file-download')]);
  const { readFile } = await import('node:fs/promises');
  const otg = await readFile(await file.path(), 'utf8');
  assert.match(otg, /^\[rules:dim:11/m);

  await page.click('#begin summary');
  await page.setInputFiles('#begin-file', { name: 'game.otg', mimeType: 'text/plain', buffer: Buffer.from(otg) });
  await at(page);
  assert.equal(await tree(page), '1. d1–d4 f4–i4 1. … f4–f3 Careful.');
  await page.click('#score [data-move="f4-f3"]');
  await marks(page, 1);
  assert.equal(await page.inputValue('#comment'), 'Careful.');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a text that is read is kept at once, and what is not kept is not said to be', async () => {
  const { page, complaints, context } = await person(browser, server);
  const state = (/** @type {string} */ says) => page.waitForFunction((wanted) => document.getElementById('kept-state')?.textContent === wanted, says);
  const begin = async (/** @type {string} */ text) => {
    await page.click('#begin summary');
    await page.fill('#begin-text', text);
    await page.click('#begin-form button[type=submit]');
    await at(page);
  };
  await open(page);
  await state('What you change is kept in this browser.');
  await make(page, 'd1-d4');
  await kept(page);
  await state('Kept in this browser.');
  const first = page.url();
  await begin('[Rules "brandubh"]\n\n1. d1-c1 d3-c3');
  await page.waitForFunction((was) => /#[0-9a-f-]{36}$/.test(location.href) && location.href !== was, first);
  await state('Kept in this browser.');
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll('#score button').length === 2);
  await state('Kept in this browser.');

  await begin('');
  await state('What you change is kept in this browser.');
  await make(page, 'd1-d4');
  await kept(page);
  await state('Kept in this browser.');
  await page.waitForFunction(() => document.querySelectorAll('#kept-list li').length === 3);
  await page.click('#kept summary');
  await page.click('#kept-list li:has([aria-current]) button');
  await state('What you change is kept in this browser.');
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is said to who asked from further down comes into sight', async () => {
  const { page, context } = await person(browser, server, { viewport: { width: 390, height: 600 } });
  await open(page, `/analyse?${new URLSearchParams({ rules: 'brandubh', moves: 'd2-f2,d3-c3,f2-f3,d4-d2' })}`);
  const seen = (/** @type {RegExp} */ words) => page.waitForFunction((wanted) => {
    const message = document.getElementById('message');
    const { top = 0, bottom = 0 } = message?.getBoundingClientRect() ?? {};
    return new RegExp(wanted).test(message?.textContent ?? '') && top > -1 && bottom < innerHeight + 1;
  }, words.source);
  await page.selectOption('#under-rules', 'magpie');
  await seen(/One move is gone/);
  await page.click('#begin summary');
  await page.fill('#begin-text', 'this is no game');
  await page.click('#begin-form button[type=submit]');
  await seen(/This is no game/);
  await context.close();
});

test('a kept analysis is opened again at the move that was shown last', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  for (const move of ['d1-d4', 'f4-i4', 'd4-c4']) await make(page, move);
  await kept(page);
  await page.keyboard.press('ArrowLeft');
  await at(page, 'd1-d4', 'f4-i4');
  await page.reload();
  await at(page, 'd1-d4', 'f4-i4');
  await page.keyboard.press('Home');
  await at(page);
  await page.reload();
  await at(page);
  assert.equal(await page.locator('#score button').count(), 3);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what another rule set cuts off is cut off in an analysis of its own', async () => {
  const { page, complaints, context } = await person(browser, server);
  const moves = ['d2-f2', 'd3-c3', 'f2-f3', 'd4-d2'];
  await open(page, `/analyse?${new URLSearchParams({ rules: 'brandubh', moves: moves.slice(0, 3).join(',') })}`);
  await page.keyboard.press('End');
  await at(page, ...moves.slice(0, 3));
  await make(page, 'd4-d2');
  await kept(page);
  const address = page.url();
  await page.selectOption('#under-rules', 'magpie');
  await page.locator('#message', { hasText: 'One move is gone' }).waitFor();
  await page.waitForFunction((was) => location.href !== was, address);
  await kept(page);
  assert.equal(await page.locator('#score button').count(), 3);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelectorAll('#score button').length === 4);
  await page.goto('about:blank');
  await open(page, address);
  await page.waitForFunction(() => document.querySelectorAll('#score button').length === 4);
  assert.match(await page.innerText('#analyse-title'), /Brandubh/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a finished game leads to its analysis, a running one does not', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=brandubh&position=/7/7/7/3K3/7/7/1t5/&turn=defenders');
  assert.equal(await page.locator('#analyse-game').isVisible(), false);
  await play(page, 'd4-d7');
  assert.equal(await page.locator('#analyse-game').isVisible(), false);
  await play(page, 'b7-b6');
  await play(page, 'd7-g7');
  await page.locator('#analyse-game').waitFor();
  await page.click('#analyse-game');
  await at(page, 'd4-d7', 'b7-b6', 'd7-g7');
  assert.match(await page.innerText('#status'), /won|win/i);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a running game against a person leads to no analysis, not even by way of the table', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'friend', side: 'attackers' });
  await play(page, 'd1-d4');
  assert.equal(await page.locator('#analyse-game').isVisible(), false);
  const table = await page.getAttribute('#ask-table', 'href') ?? '';
  await page.goto(table);
  await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('Ready'));
  assert.equal(await page.locator('#to-analyse').isVisible(), false);
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#verdict')?.textContent?.includes('Ready'));
  assert.equal(await page.locator('#to-analyse').isVisible(), false);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a browser that has kept games keeps analyses beside them, and two tabs show the same', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/rules/compare');
  // What an earlier version has made.
  await page.evaluate(() => new Promise((resolve, reject) => {
    const asks = indexedDB.open('hnefi-games', 1);
    asks.onupgradeneeded = () => {
      asks.result.createObjectStore('games', { keyPath: 'id' }).createIndex('match', 'match_id');
      asks.result.createObjectStore('rows', { keyPath: ['game', 'number'] });
      asks.transaction?.objectStore('games').add({ id: 'old', match_id: 'old' });
    };
    asks.onerror = reject;
    asks.onsuccess = () => { asks.result.close(); resolve(null); };
  }));
  await open(page);
  await make(page, 'd1-d4');
  await kept(page);
  const counts = await page.evaluate(() => new Promise((resolve) => {
    const asks = indexedDB.open('hnefi-games');
    asks.onsuccess = () => {
      const stores = asks.result.transaction(['games', 'studies']);
      const [games, studies] = ['games', 'studies'].map((name) => stores.objectStore(name).count());
      stores.oncomplete = () => { asks.result.close(); resolve([games?.result, studies?.result]); };
    };
  }));
  assert.deepEqual(counts, [1, 1]);
  const other = await context.newPage();
  await open(other, page.url());
  await at(other, 'd1-d4');
  await make(other, 'f4-i4');
  await page.waitForFunction(() => document.querySelectorAll('#score button').length === 2);
  await at(page, 'd1-d4');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is too large for a link is shared as a file, and a game is found again', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  const packed = await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="js/analyse.js"]')).src;
    const { analysisOf } = await import(script.replace('analyse.js', 'packed.js'));
    const chance = [...crypto.getRandomValues(new Uint8Array(7000))].map((byte) => byte.toString(36)).join('');
    return [await analysisOf(`[Rules "brandubh"]\n\n{${chance}}\n`), await analysisOf('[Rules "brandubh"]\n\n1. a4-a3')];
  });
  await page.goto('about:blank');
  await open(page, packed[0]);
  await page.click('#share summary');
  await page.locator('#share-large').waitFor();
  assert.equal(await page.locator('#share-row').isVisible(), false);
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#share-file')]);
  assert.equal(file.suggestedFilename(), 'hnefi-brandubh.txt');
  await page.goto('about:blank');
  await open(page, packed[1]);
  await page.fill('#comment', 'From the start.');
  await page.locator('#comment').blur();
  await kept(page);
  await page.goto('about:blank');
  await open(page, packed[1]);
  await page.locator('#message a').click();
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById('comment')).value === 'From the start.');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('At the table and Read a game lead to it, and the first page does', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=copenhagen&move=d1-d4');
  await page.locator('#to-analyse').waitFor();
  await page.waitForFunction(() => document.getElementById('to-analyse')?.getAttribute('href')?.includes('moves='));
  await page.click('#to-analyse');
  await at(page, 'd1-d4');
  assert.match(await page.innerText('#analyse-title'), /Copenhagen/i);

  await page.goto(`/read?${new URLSearchParams({ text: '[Attackers "Anna"]\n[Defenders "Bo"]\n[Rules "copenhagen"]\n\n1. d1-d4 f4-i4 (1. ... f4-f3 {Hm.})', at: '1.3' })}`);
  await page.click('#to-analyse');
  await at(page, 'd1-d4', 'f4-f3');
  assert.match(await page.innerText('#analyse-title'), /Anna – Bo/i);

  await page.goto('/');
  await page.click('.to-analyse a');
  await page.waitForSelector('#analyse[data-path]');
  await page.goto('/analyse#t=nonsense');
  await page.locator('#message', { hasText: 'not whole' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a link within the page does not lose the analysis that the address holds', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page, `/analyse#${new URLSearchParams({ rules: 'fetlar-2018', moves: 'd1-d4,f4-i4' })}`);
  await at(page, 'd1-d4', 'f4-i4');
  const address = page.url();
  await page.evaluate(() => addEventListener('hashchange', () => { document.body.dataset.followed = 'yes'; }, { once: true }));
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('body[data-followed]');
  assert.equal(page.url(), address);
  await page.reload();
  await at(page, 'd1-d4', 'f4-i4');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('by keys alone: a move, a variation, an arrow, a comment', async () => {
  const { page, complaints, context } = await person(browser, server);
  await open(page);
  const press = async (/** @type {string[]} */ ...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await page.locator('#board [data-square="f6"]').focus();
  await press('ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await press('Enter', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter');
  await at(page, 'd1-d4');
  await press('m', 'ArrowRight', 'm');
  await marks(page, 1);
  await page.keyboard.press('Tab');
  await page.locator('#score [tabindex="0"]').focus();
  await press('Home');
  await at(page);
  await press('ArrowRight');
  await at(page, 'd1-d4');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-move')), 'd1-d4');
  await press('c');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'comment');
  await page.keyboard.type('c and f are letters here');
  await press('Tab');
  await page.locator('#score', { hasText: 'letters here' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('on a phone a long press draws, and nothing overflows at 320 px; axe finds nothing', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await open(page, `/analyse#${new URLSearchParams({ rules: 'fetlar-2018', moves: 'd1-d4,f4-i4' })}`);
  const box = await page.locator('#board [data-square="e5"]').boundingBox();
  if (!box) throw new Error('no square');
  const touch = await context.newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.locator('.shapes .drawing').waitFor({ state: 'attached' });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...point, y: point.y + 2 * box.height }] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await marks(page, 1);
  assert.match(await page.innerText('#marks'), /arrow from e5 to e3, green/);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((wanted) => { document.documentElement.dataset.theme = wanted; for (const fold of document.querySelectorAll('details')) fold.open = true; }, theme);
    await assertNarrow(page);
    await assertAccessible(page);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});
