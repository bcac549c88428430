// @ts-check
// The first page: play at once, and find the way to everything else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, begun, launch, makeGame, person } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SMALL = { width: 320, height: 640 };

/** The button that plays is on the first screen. @param {Page} page */
async function assertInSight(page) {
  const size = page.viewportSize();
  const box = await page.locator('form.new-game button[type=submit]').boundingBox();
  assert.ok(box && size);
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  assert.ok(box.y + box.height <= size.height, `the button ends at ${box.y + box.height} on a screen of ${size.height}`);
}

test('who comes first can play without scrolling', async () => {
  for (const viewport of [DESKTOP, PHONE, SMALL]) {
    const { page, complaints, context } = await person(browser, server, { viewport });
    for (const path of ['/', '/play/regency-chess', '/play/copenhagen']) {
      await page.goto(path);
      await assertInSight(page);
    }
    await page.goto('/');
    for (const mode of ['friend', 'screen']) {
      await page.check(`#mode-${mode}`);
      await assertInSight(page);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('three presses lead from the first page to the first move', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  await begun(page);
  await page.locator('#board [data-square="d1"]').tap();
  await page.locator('#board [data-square="d4"]').tap();
  await page.waitForFunction(() => document.querySelector('#move-list button')?.textContent?.includes('d1'));
  assert.deepEqual(complaints, []);
  await context.close();
});

test('who comes back finds the games first, the last choices ready, and the button in sight', async () => {
  const { page, complaints, context } = await person(browser, server);
  for (let i = 0; i < 4; i++) await makeGame(page, { mode: 'screen' });
  await makeGame(page, { rules: 'nestorgames', mode: 'computer', side: 'defenders', level: '2' });
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await assertInSight(page);
    const games = await page.locator('#your-games').boundingBox();
    const form = await page.locator('form.new-game').boundingBox();
    assert.ok(games && form && games.y + games.height <= form.y);
    assert.equal(await page.locator('.game-rows a:visible').count(), 3);
  }
  assert.equal(await page.inputValue('#rules'), 'nestorgames');
  assert.equal(await page.isChecked('#mode-computer'), true);
  assert.equal(await page.inputValue('#side'), 'defenders');
  assert.equal(await page.inputValue('#level'), '2');
  await page.click('#running-more summary');
  assert.equal(await page.locator('.game-rows a:visible').count(), 5);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('house rules that were played last stand ready', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/house/edit?base=copenhagen&name=Sunday&king-open=two');
  await page.waitForFunction(() => location.pathname.endsWith('/edit') && document.getElementById('house-said')?.textContent?.includes('can be played'));
  await page.click('#house-done');
  await page.check('#mode-screen');
  await page.click('form.new-game button[type=submit]');
  await begun(page);
  await page.goto('/');
  // What the browser keeps is looked up after the page is there.
  await page.waitForFunction(() => document.querySelector('#rules option:checked')?.textContent?.trim() === 'Sunday');
  await page.click('form.new-game button[type=submit]');
  await page.locator('#game h1', { hasText: 'Sunday' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the first page works without scripts', async () => {
  const { page, context } = await person(browser, server, { javaScriptEnabled: false });
  await page.goto('/');
  await page.selectOption('#rules', 'brandubh');
  await page.check('#mode-screen');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL('**/game/**');
  assert.equal(await page.innerText('#game h1'), 'Brandubh');
  assert.equal(await page.locator('.theme').isVisible(), false, 'colours are chosen by a script');
  await context.close();
});

test('the board follows the rules that are chosen', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/');
  const pieces = () => page.locator('#opening-board use').count();
  assert.equal(await pieces(), 37);
  await page.selectOption('#rules', 'brandubh');
  assert.equal(await pieces(), 13);
  await page.selectOption('#rules', 'nestorgames');
  assert.equal(await pieces(), 37);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('each leaflet has a page with all about it, and the community’s are unfolded', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/');
  assert.equal(await page.getByRole('link', { name: 'Brandubh' }).isVisible(), false);
  await page.click('#community summary');
  await page.getByRole('link', { name: 'Brandubh' }).click();
  assert.equal(await page.innerText('h1'), 'Brandubh');
  await page.goto('/');
  await page.locator('.card', { hasText: 'Regency Chess Company' }).click();
  await page.waitForURL('**/play/regency-chess');
  const links = await page.locator('.leaflet-links a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  assert.ok(links.length >= 5);
  for (const link of links) assert.equal((await context.request.get(link)).status(), 200, link);
  // What the rules say in short leads to the clause that says it.
  await page.locator('.in-short div', { hasText: 'hostile to defenders' }).locator('a').click();
  await page.locator('.clause-row:target', { hasText: 'defenders' }).waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('three questions are one press from the top', async () => {
  const { page, context } = await person(browser, server, { viewport: PHONE });
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Three questions' });
  const box = await link.boundingBox();
  assert.ok(box && box.y + box.height <= PHONE.height);
  await link.click();
  await page.locator('form.questions').waitFor();
  await context.close();
});

test('light and dark are chosen at the top of every page', async () => {
  const { page, context } = await person(browser, server, { viewport: PHONE, colorScheme: 'light' });
  for (const path of ['/', '/rules/fetlar-2018', '/table']) {
    await page.goto(path);
    const box = await page.locator('header .theme').boundingBox();
    assert.ok(box && box.y + box.height <= 60, path);
  }
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.check('header input[value=dark]');
  assert.notEqual(await paper(), light);
  await context.close();
});
