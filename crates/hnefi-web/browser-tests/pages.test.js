// @ts-check
// Every page: accessible in light and dark, quiet on the console, narrow enough for a small phone, and light to load.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, ready, tap } from './hnefi.js';
import { LEAFLETS, PAGES, assertAccessible, assertNarrow } from './manners.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`every page is accessible and fits 320 pixels (${colorScheme})`, async () => {
    const { page, complaints, context } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    for (const path of PAGES) {
      await page.goto(path);
      if (path.startsWith('/table')) await page.locator('#verdict p').first().waitFor();
      if (path.startsWith('/house/edit')) await page.locator('#house-differs li').first().waitFor();
      await assertNarrow(page);
      await assertAccessible(page);
    }
    assert.deepEqual(complaints, []);

    // Of a page that is not there the browser itself complains.
    await page.goto('/rules/nowhere');
    assert.equal(complaints.length, 1);
    await assertAccessible(page);
    await assertNarrow(page);
    complaints.length = 0;

    await makeGame(page, { mode: 'friend', side: 'attackers' });
    await page.click('#links-section summary');
    await assertNarrow(page);
    await assertAccessible(page);
    const visitor = await context.browser()?.newContext({ baseURL: server.address, colorScheme, viewport: { width: 320, height: 640 } });
    assert.ok(visitor);
    const invited = await visitor.newPage();
    await invited.goto(await page.inputValue('#invite input'));
    await assertNarrow(invited);
    await assertAccessible(invited);
    await visitor.close();

    await makeGame(page, { mode: 'screen' });
    await play(page, 'd1-d4');
    await tap(page, 'd6');
    await page.click('#message button');
    await page.locator('#message h2').waitFor();
    await page.click('#ending summary');
    await page.click('[data-action=resign]');
    await assertNarrow(page);
    await assertAccessible(page);
    await page.goto('/');
    await page.locator('.game-rows a').first().waitFor();
    await assertNarrow(page);
    await assertAccessible(page);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('a game page weighs less than 150 kB until the first move', async () => {
  const { page, context } = await person(browser, server);
  await makeGame(page);
  const address = page.url();
  const fresh = await context.newPage();
  const client = await context.newCDPSession(fresh);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  let bytes = 0;
  client.on('Network.loadingFinished', (event) => { bytes += event.encodedDataLength; });
  client.on('Network.webSocketFrameReceived', (event) => { bytes += event.response.payloadData.length; });
  await fresh.goto(address);
  await ready(fresh);
  await play(fresh, 'd1-d4');
  assert.ok(bytes > 5_000, 'something was counted');
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  console.log(`# a game page weighs ${(bytes / 1000).toFixed(1)} kB`);
  await context.close();
});

test('light and dark, and the pieces, can be chosen and are kept', async () => {
  const { page, context } = await person(browser, server, { colorScheme: 'light' });
  await page.goto('/rules');
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.check('input[data-look=theme][value=dark]');
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.check('input[data-look=pieces][value=figures]');
  await page.goto('/table');
  assert.equal(await paper(), dark);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.pieces), 'figures');
  await context.close();
});

test('a leaflet that was read is played by its own page', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/rules/nestorgames');
  await page.getByRole('link', { name: 'Play by these rules' }).click();
  await page.waitForURL('**/play/nestorgames');
  await page.click('form.new-game button[type=submit]');
  await page.locator('#game h1', { hasText: 'nestorgames' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('each sheet fills two pages of A4', async () => {
  const { page, context } = await person(browser, server);
  for (const id of LEAFLETS) {
    await page.goto(`/rules/${id}/sheet`);
    const diagrams = await page.locator('.sheet svg.diagram').count();
    assert.ok(diagrams >= 1 && diagrams <= 8, `${id} has ${diagrams} diagrams`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length;
    assert.equal(pages, 2, `${id} has ${pages} pages`);
  }
  await context.close();
});
