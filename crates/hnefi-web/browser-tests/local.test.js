// @ts-check
// Games that the browser keeps: played without a server, shown once they are kept, the same in every tab.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beginHere, entriesOf, installed, openHere, playAny, playToEnd, readyHere, skip } from './here.js';
import { Server, launch, person, play, plies, tap, waitForPlies, waitForStatus } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContext, Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** The king stands beside the throne, and falls to one move. */
const BESIDE_THRONE = { rules: 'fetlar-2018', position: '/11/1T9/11/11/11/11/4tK2t2/5t5/11/11/11/', turn: 'attackers' };

/** Another tab of the same browser. @param {BrowserContext} context @param {string} id */
async function anotherTab(context, id) {
  const page = await context.newPage();
  await openHere(page, id);
  return page;
}

/** Changes what the browser keeps, as its first page does. @param {Page} page @param {'markMoved' | 'remove'} called @param {(string | number)[]} args */
const changeKept = (page, called, ...args) => page.evaluate(async ([name, ...rest]) => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  await (await import(new URL('kept.js', script).href))[name ?? ''](...rest);
}, [called, ...args]);

test('a game for two on this screen is played to its end, taken back, shared and played again', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await beginHere(page, BESIDE_THRONE);
  assert.match(await page.title(), /^Fetlar/);
  // A refusal has its clause, and a piece its reason.
  await page.fill('#typed', 'i7-i7');
  await page.press('#typed', 'Enter');
  await page.locator('#message .refusal, #message .message-title').first().waitFor();
  await tap(page, 'f7');
  await page.locator('#message').getByRole('button').click();
  await page.locator('#message .message-title').waitFor();
  await play(page, 'i7-i8');
  assert.match(await page.innerText('#line'), /i7–i8 is kept in this browser/);
  assert.equal((await entriesOf(page, id)).length, 1);
  await page.click('[data-action=take-back]');
  await waitForPlies(page, 0);
  assert.deepEqual((await entriesOf(page, id)).map(({ kind }) => kind), ['ply', 'taken-back']);
  await play(page, 'i7-g7');
  await waitForStatus(page, 'The attackers win');
  assert.match(await page.innerText('#result-clause'), /throne/);
  await page.click('#share-game');
  await page.locator('#share-said').getByText('A link to read the game is copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const reader = await person(browser, server);
  await reader.page.goto(link);
  assert.match(await reader.page.innerText('main'), /i7–g7/);
  await reader.context.close();
  await page.click('details:has(#copy-text) summary');
  await page.click('#copy-text');
  await page.locator('#text-copied').getByText('Copied').waitFor();
  assert.match(await page.inputValue('#game-text'), /i7-g7/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-text')]);
  assert.equal(download.suggestedFilename(), `hnefi-fetlar-2018-${id.slice(0, 8)}.txt`);
  // It stands as it stood when the page is loaded again.
  await page.reload();
  await readyHere(page);
  await waitForStatus(page, 'The attackers win');
  await page.click('[data-action=rematch]');
  await page.waitForURL((url) => url.hash !== `#${id}`);
  await readyHere(page);
  await waitForPlies(page, 0);
  assert.match(await page.innerText('#match'), /Game 2/);
  await page.goBack();
  await readyHere(page);
  await waitForStatus(page, 'The attackers win');
  await page.click('#next-game');
  await readyHere(page);
  assert.match(await page.innerText('#match'), /Game 2/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game against the computer goes to its end with the network off, closed in the middle and opened again', { skip }, async () => {
  const { page: first, context, complaints } = await person(browser, server, { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  await first.goto('/rules/brandubh');
  await installed(first);
  await server.kill();
  await context.setOffline(true);
  let page = first;
  try {
    await page.goto('/here');
    const id = await beginHere(page, { mode: 'computer', side: 'defenders', level: 3 });
    await assertNarrow(page);
    await assertAccessible(page);
    let closed = 0;
    page = await playToEnd(page, async (shown) => {
      if (closed === 3) return page;
      // Closed while the computer thinks: what was shown is there, and the computer goes on.
      closed += 1;
      await page.close();
      page = await anotherTab(context, id);
      assert.ok(await plies(page) >= shown, 'what was shown is kept');
      return page;
    });
    assert.match(await page.innerText('#status'), /wins?:|draw/);
    const kept = await entriesOf(page, id);
    assert.equal(kept.filter(({ kind }) => kind === 'ply').length, await plies(page));
    assert.ok(kept.at(-1).outcome, 'the end is kept');
    assert.deepEqual(complaints.filter((one) => !one.includes('ERR_')), []);
  } finally {
    await context.setOffline(false);
    await server.run();
    await context.close();
  }
});


test('hints, proofs, offers and claims are as on the server', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await beginHere(page, { rules: 'fetlar-2018', mode: 'computer', side: 'attackers', level: 1 });
  await page.click('[data-action=hint]');
  await page.locator('#message').getByText('The computer would play').waitFor();
  assert.equal(await page.locator('#board .hint').count(), 2);
  await play(page, 'd1-d4');
  await waitForPlies(page, 2);
  await page.click('[data-action=take-back]');
  await waitForPlies(page, 0);
  await page.click('#ending > summary');
  await page.click('[data-action=offer-draw]');
  await page.waitForFunction(() => document.querySelector('#game.over') || document.getElementById('message')?.textContent?.includes('declined'));
  if (!(await page.locator('#game.over').count())) {
    await page.click('[data-action=resign]');
    await page.click('[data-action=resign-yes]');
    await waitForStatus(page, 'resigned');
  }
  await page.click('[data-action=same-sides]');
  await page.waitForFunction(() => document.getElementById('match')?.textContent?.startsWith('Game 2'));

  // A search that is of no use any more makes room for the next one.
  await beginHere(page, { rules: 'fetlar-2018', mode: 'computer', side: 'attackers', level: 8 });
  await play(page, 'd1-d4');
  await waitForStatus(page, 'The computer thinks');
  await page.click('[data-action=take-back]');
  await waitForPlies(page, 0);
  await page.click('[data-action=hint]');
  await page.locator('#message').getByText('The computer would play').waitFor();

  await beginHere(page, { rules: 'fetlar-2018', position: '/11/11/5K5/11/11/11/11/11/5t5/11/5t5/', turn: 'defenders' });
  await page.getByRole('button', { name: 'Can anyone force a win?' }).click();
  await page.locator('#message').getByText('The defenders win by force within 2 moves').waitFor();

  await beginHere(page, { rules: 'fetlar-2018', position: '/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/', turn: 'defenders' });
  await page.getByText('Resign or draw').click();
  await page.getByRole('button', { name: 'the king is shut in' }).click();
  await page.locator('#offer').getByText('Not proved: the king can reach no corner').waitFor();
  // An offer stands when the page is loaded again.
  await page.reload();
  await readyHere(page);
  await page.locator('#offer').getByRole('button', { name: 'Play on' }).click();
  await page.getByText('Resign or draw').click();
  await page.getByRole('button', { name: 'the king is at the side' }).click();
  await page.locator('#result-clause').getByText('No attacker can ever come to e1 or f1.').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('two tabs of a game show one truth', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  await context.addInitScript(() => {
    if (navigator.storage) navigator.storage.persist = async () => { localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}yes`); return true; };
  });
  const id = await beginHere(page);
  const other = await anotherTab(context, id);
  await play(page, 'd1-c1');
  await waitForPlies(other, 1);
  await play(other, 'd3-c3');
  await waitForPlies(page, 2);
  await page.click('[data-action=take-back]');
  await waitForPlies(other, 1);
  // The computer answers once, whichever tab was quicker.
  const against = await beginHere(page, { mode: 'computer', side: 'attackers', level: 2 });
  await openHere(other, against);
  for (const [number, tab] of [page, other, page].entries()) {
    await tab.waitForFunction(() => document.querySelector('#game.your-move'));
    await playAny(tab, number);
    for (const one of [page, other]) await waitForPlies(one, 2 * number + 2);
    assert.equal(await page.innerText('#move-list'), await other.innerText('#move-list'));
  }
  assert.equal((await entriesOf(page, against)).length, 6);
  // Both end with it, and both go on to the next.
  await page.click('#ending > summary');
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-yes]');
  for (const one of [page, other]) await waitForStatus(one, 'resigned');
  await page.click('[data-action=rematch]');
  for (const one of [page, other]) {
    await one.waitForURL((url) => url.pathname === '/here' && url.hash !== `#${against}`);
    await one.waitForFunction(() => document.getElementById('match')?.textContent?.startsWith('Game 2'));
  }
  assert.equal(page.url(), other.url());
  assert.equal(await page.evaluate(() => localStorage.getItem('asked')), 'yes', 'the browser is asked once to keep what is stored');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a tab that is closed in the middle of a change loses nothing that it showed', { skip }, async () => {
  const { page, context } = await person(browser, server);
  const id = await beginHere(page);
  for (const [from, to] of [['d1', 'c1'], ['d3', 'c3'], ['c1', 'd1'], ['c3', 'd3']]) {
    const tab = await anotherTab(context, id);
    await tap(tab, `${from}`);
    await tap(tab, `${to}`);
    const shown = await plies(tab);
    await tab.close();
    const entries = (await entriesOf(page, id)).length;
    assert.ok(entries >= shown, 'what was shown is kept');
    const again = await anotherTab(context, id);
    assert.equal(await plies(again), (await entriesOf(page, id)).length, 'what is shown is what is kept');
    // Where the change was not kept, the move is made again.
    if (await plies(again) === entries && !(await again.innerText('#move-list')).includes(`${from}–${to}`)) await play(again, `${from}-${to}`);
    await again.close();
  }
  assert.deepEqual((await entriesOf(page, id)).map(({ move }) => move), ['d1-c1', 'd3-c3', 'c1-d1', 'c3-d3']);
  await context.close();
});

test('a move on a position that is no more is refused as stale, and the truth is shown', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server);
  const id = await beginHere(page);
  // This tab hears nothing of the others.
  const deaf = await context.newPage();
  await deaf.addInitScript(() => { BroadcastChannel.prototype.addEventListener = () => {}; });
  await openHere(deaf, id);
  await play(page, 'd1-c1');
  await waitForPlies(page, 1);
  assert.equal(await plies(deaf), 0);
  await tap(deaf, 'd7');
  await tap(deaf, 'c7');
  await deaf.locator('#message').getByText('The game has moved on since').waitFor();
  await waitForPlies(deaf, 1);
  assert.match(await deaf.innerText('#move-list'), /d1–c1/);
  assert.deepEqual((await entriesOf(page, id)).map(({ move }) => move), ['d1-c1']);
  // An act that needs no position is done on the game as it stands.
  await play(page, 'd3-c3');
  await deaf.click('[data-action=take-back]');
  await waitForPlies(page, 1);
  await waitForPlies(deaf, 1);
  // What has moved to the server is not played here any more.
  await changeKept(page, 'markMoved', id, 'there', 3);
  await tap(deaf, 'd3');
  await tap(deaf, 'c3');
  await deaf.locator('#line').getByText('This game has moved to the server').waitFor();
  assert.equal((await entriesOf(page, id)).length, 3);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a move that the device has no room for is not kept, and not taken for kept', { skip }, async () => {
  const { page, context } = await person(browser, server);
  await page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...entry) {
      if (document.documentElement.dataset.full) throw new DOMException('The device is full.', 'QuotaExceededError');
      return add.apply(this, entry);
    };
  });
  const id = await beginHere(page);
  await play(page, 'd1-c1');
  await page.evaluate(() => { document.documentElement.dataset.full = 'yes'; });
  await tap(page, 'd3');
  await tap(page, 'c3');
  await page.locator('#line').getByText('There is no room left on this device').waitFor();
  assert.match(await page.innerText('#line'), /d3–c3 is not kept yet/);
  assert.equal((await entriesOf(page, id)).length, 1);
  assert.equal(await plies(page), 1);
  await page.evaluate(() => { delete document.documentElement.dataset.full; });
  await page.locator('#line').getByRole('button', { name: 'Try now' }).click();
  await waitForPlies(page, 2);
  assert.deepEqual((await entriesOf(page, id)).map(({ move }) => move), ['d1-c1', 'd3-c3']);
  await context.close();
});

test('what is not kept here, or no more, is said with a way on', { skip }, async () => {
  const { page, context, complaints } = await person(browser, server, { viewport: { width: 320, height: 640 } });
  await page.goto('/here#none');
  await page.getByText('This browser keeps no such game').waitFor();
  await assertNarrow(page);
  await assertAccessible(page);
  assert.equal(await page.getByRole('link', { name: 'Begin a game' }).getAttribute('href'), '/');
  const id = await beginHere(page);
  // A link within the page is not another game.
  await page.locator('a.skip').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction((wanted) => location.hash === `#${wanted}`, id);
  await play(page, 'd1-c1');
  const other = await anotherTab(context, id);
  await changeKept(other, 'markMoved', id, 'there', 1);
  await page.locator('#line').getByText('This game has moved to the server').waitFor();
  await page.reload();
  assert.equal(await page.getByRole('link', { name: 'To the game on the server' }).getAttribute('href'), '/game/there');
  const second = await beginHere(page);
  await changeKept(other, 'remove', second);
  await page.locator('#line').getByText('This game was deleted in another tab').waitFor();
  assert.equal(await entriesOf(page, second), null);
  // What was damaged is said with the entry at fault.
  const third = await beginHere(page);
  await play(page, 'd1-c1');
  await page.evaluate((game) => new Promise((resolve, reject) => {
    const opening = indexedDB.open('hnefi-games');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('rows', 'readwrite');
      transaction.objectStore('rows').put({ game, number: 1, at_ms: 1, kind: 'ply', side: 'attackers', judge: 1, move: 'a1-b7', captures: [] });
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    };
  }), third);
  await page.reload();
  await page.locator('#here-says').getByText('row 1: ').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('where the referee cannot run, or nothing can be kept, a sentence says so', { skip }, async () => {
  const { page, context } = await person(browser, server);
  const id = await beginHere(page);
  await page.route('**/wasm/hnefi.wasm', (route) => route.abort());
  await page.reload();
  await page.getByText('This browser cannot run the referee').waitFor();
  await page.unroute('**/wasm/hnefi.wasm');
  await page.addInitScript(() => { Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('closed', 'SecurityError'); } }); });
  await page.goto(`/here#${id}`);
  await page.reload();
  await page.getByText('This browser lets no page keep games here').waitFor();
  await context.close();
});
