// @ts-check
// What one sees when a game is over: how the king fell, which clause decided, and what can be done next.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, playOn, ready, waitForPlies, waitForStatus } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** The king on f7, beside the empty throne; an attacker comes to g7 as the third. */
const BESIDE_THRONE = 'rules=fetlar-2018&position=/11/1T9/11/11/11/11/4tK2t2/5t5/11/11/11/&turn=attackers';

for (const [width, height, colorScheme] of /** @type {const} */ ([[1280, 800, 'light'], [390, 844, 'dark'], [320, 640, 'light'], [844, 390, 'dark']])) {
  test(`the captured king stays with his captors, and the way on is in sight (${width}x${height})`, async () => {
    const { page, complaints, context } = await person(browser, server, { colorScheme, viewport: { width, height } });
    await playOn(page, BESIDE_THRONE);
    assert.ok(await page.locator('#end').isHidden());
    await play(page, 'i7-g7');
    await waitForStatus(page, 'The attackers win');
    await page.waitForFunction(() => !document.querySelector('.piece.gone'));
    const middle = async (/** @type {string} */ selector) => page.locator(selector).evaluateAll((all) => all.map((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementsFromPoint(left + width / 2, top + height / 2).find((at) => at instanceof HTMLElement && at.dataset.square)?.getAttribute('data-square');
    }).sort());
    const inSight = async (/** @type {string} */ selector) => page.locator(selector).evaluate((one) => {
      const { left, top, bottom, right } = one.getBoundingClientRect();
      return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    });
    // The page rolls until the board stands above the sheet.
    await page.waitForFunction(() => (document.getElementById('board')?.getBoundingClientRect().bottom ?? 0) <= innerHeight);
    assert.ok(await inSight('#board'));
    assert.equal(await page.locator('#board .ghost').count(), 1);
    assert.match(await page.locator('#board [data-square=f7]').innerText(), /here the king was captured/);
    assert.deepEqual(await middle('#board .mark-hammer'), ['g7']);
    assert.deepEqual(await middle('#board .mark-partner'), ['e7', 'f6', 'f8']);
    assert.match(await page.locator('#captured').innerText(), /^The king on f7 is captured: attackers stand on three sides/);
    assert.match(await page.locator('#result-clause a').first().getAttribute('href') ?? '', /#clause-king-beside-throne$/);
    await page.locator('#analyse-game').waitFor();
    assert.deepEqual(await page.locator('#end .actions :is(button, a):visible').evaluateAll((all) => all.map((one) => one.textContent)),
      ['Rematch, sides swapped', 'Same sides', 'Analyse', 'Look through it', 'Share', 'Ask at the table']);
    assert.ok(await inSight('[data-action=rematch]'));
    if (width > 1000) {
      await page.keyboard.press('Escape');
      assert.match(await page.locator('#captured').innerText(), /^The king on f7/, 'what covers nothing need not be put away');
    }
    const wayBack = page.locator('[data-action=take-back]');
    if (width < 1000) {
      const [sheet, other] = [await page.locator('#sheet').boundingBox(), await wayBack.boundingBox()];
      assert.ok(sheet && other && other.y + other.height / 2 > sheet.y, 'what takes back is under the sheet');
    }
    await assertNarrow(page);
    await assertAccessible(page);

    await page.click('#look-through');
    assert.ok(await page.locator('#earlier').isVisible());
    assert.equal(await page.locator('#board .ghost').count(), 0);
    await page.click('#step-forward');
    assert.equal(await page.locator('#board .ghost').count(), 1);
    await page.locator('[data-action=rematch]').click();
    await waitForPlies(page, 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('the same sides play again, and the point stays where it was', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '1' });
  const first = page.url();
  await page.click('#ending summary');
  await page.click('[data-action=resign]');
  await page.click('[data-action=resign-yes]');
  await waitForStatus(page, 'resigned');
  assert.equal(await page.locator('#board .ghost').count(), 0);
  assert.equal(await page.innerText('#match'), '');
  await page.click('[data-action=same-sides]');
  await page.waitForURL((url) => url.href !== first);
  await ready(page);
  assert.match(await page.innerText('#player-attackers'), /you/);
  assert.match(await page.innerText('#match'), /Game 2 of this match\. You 0, your opponent 1/);
  // Who comes back to the first game finds the way on.
  await page.goto(first);
  await ready(page);
  assert.ok(await page.locator('[data-action=rematch]').isHidden());
  await page.click('#next-game');
  await page.waitForURL((url) => url.href !== first);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a friend is asked for the same sides', async () => {
  const host = await person(browser, server);
  await makeGame(host.page, { mode: 'friend', side: 'defenders' });
  const friend = await person(browser, server, { viewport: { width: 320, height: 640 } });
  await friend.page.goto(await host.page.inputValue('#invite input'));
  await friend.page.click('main form button');
  await ready(friend.page);
  await host.page.click('#ending summary');
  await host.page.click('[data-action=resign]');
  await host.page.click('[data-action=resign-yes]');
  await host.page.getByRole('button', { name: 'Offer the same sides' }).click();
  const accept = friend.page.locator('#offer').getByRole('button', { name: 'Play again with the same sides' });
  await accept.waitFor();
  const box = await accept.boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 640, 'it is in sight');
  await accept.click();
  await Promise.all([host, friend].map(async ({ page }) => {
    await page.waitForFunction(() => document.getElementById('match')?.textContent?.includes('Game 2'));
    await ready(page);
  }));
  assert.match(await host.page.innerText('#player-defenders'), /you/);
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});

test('a finished game is shared by its link to watch', async () => {
  const { page, complaints, context } = await person(browser, server);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await playOn(page, BESIDE_THRONE);
  await play(page, 'i7-g7');
  await waitForStatus(page, 'The attackers win');
  await page.click('#share-game');
  await page.locator('#share-said').getByText('The link to watch is copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const watcher = await person(browser, server);
  await watcher.page.goto(link);
  await waitForStatus(watcher.page, 'The attackers win');
  await watcher.page.locator('#analyse-game').waitFor();
  assert.deepEqual(await watcher.page.locator('#end .actions :is(button, a):visible').evaluateAll((all) => all.map((one) => one.textContent)),
    ['Analyse', 'Look through it', 'Share', 'Ask at the table']);
  assert.deepEqual([complaints, watcher.complaints], [[], []]);
  await watcher.context.close();

  // Where the device has a way of its own to send things, that one is used.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: async (/** @type {ShareData} */ data) => { document.title = `sent ${data.url}`; } });
  });
  await page.reload();
  await page.click('#share-game');
  await page.waitForFunction((wanted) => document.title === `sent ${wanted}`, link);
  await context.close();
});
