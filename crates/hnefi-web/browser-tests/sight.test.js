// @ts-check
// What readers' eyes and browsers ask of the pages: large text, long words, forced colours, contrast, no scripts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play } from './hnefi.js';
import { PAGES, assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Makes an event with long words, and gives its address. @param {Page} page */
async function makeEvent(page) {
  await page.goto('/events/new');
  await page.fill('#name', 'W'.repeat(20));
  await page.fill('#about', `https://tafl.example/${'where-and-when-'.repeat(4)}`);
  await page.locator('main form button').last().click();
  await page.waitForURL('**/run');
  await page.fill('#names', `Anna\nBo\nCecilia\n${'W'.repeat(20)}`);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.locator('.event-next button.big').click();
  await page.locator('.event-results').waitFor();
  return page.url().replace(/\/run.*/, '');
}

/** @param {Page} page */
const unfold = (page) => page.evaluate(() => { for (const fold of document.querySelectorAll('details')) fold.open = true; });

test('text of twice the size fits a phone', async () => {
  const large = await launch('--blink-settings=defaultFontSize=32');
  const { page, complaints, context } = await person(large, server, { viewport: { width: 390, height: 844 } });
  for (const path of [...PAGES, '/lobby', '/games', '/events', '/events/new', '/players', '/read', '/analyse', '/log-in', '/sign-up']) {
    await page.goto(path);
    if (path.startsWith('/table')) await page.locator('#verdict p').first().waitFor();
    if (path.startsWith('/house/edit')) await page.locator('#house-differs li').first().waitFor();
    if (path === '/analyse') await page.waitForSelector('#analyse[data-path]');
    await assertNarrow(page);
  }
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
  await makeGame(page, { mode: 'screen' });
  await unfold(page);
  await assertNarrow(page);
  const event = await makeEvent(page);
  for (const path of [`${event}/run`, event, `${event}/screen`]) {
    await page.goto(path);
    await unfold(page);
    await assertNarrow(page);
  }
  assert.deepEqual(complaints, []);
  await context.close();
  await large.close();
});

test('a long word makes no page wider than a small phone', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 320, height: 640 } });
  const event = await makeEvent(page);
  for (const path of ['/events', `${event}/run`, event, `${event}/screen`]) {
    await page.goto(path);
    await unfold(page);
    await assertNarrow(page);
  }
  await page.goto('/house/edit?base=copenhagen&name=Freizeitheimmeisterschaftsregeln');
  await page.click('#house-done');
  await page.waitForURL('**/house/1*');
  await assertNarrow(page);
  await page.check('#mode-screen');
  await page.locator('#place-server').evaluate((box) => { /** @type {HTMLInputElement} */ (box).checked = true; });
  await page.locator('form.new-game button[type=submit]').click();
  await page.waitForURL('**/game/**');
  await page.locator('#game h1', { hasText: 'Freizeitheim' }).waitFor();
  await assertNarrow(page);
  assert.deepEqual(complaints, []);
  await context.close();
});

/** How the first of some elements looks that is like this, and the first that is not. @param {Page} page @param {string} all @param {string} like */
const looks = (page, all, like) => page.evaluate(([every, is]) => {
  const look = (/** @type {Element | undefined} */ element) => {
    if (!element) throw new Error(`there is no ${every} to compare`);
    const { backgroundColor, borderTopColor, borderLeftColor, color } = getComputedStyle(element);
    return { backgroundColor, borderTopColor, borderLeftColor, color };
  };
  const found = [...document.querySelectorAll(every)];
  return [look(found.find((element) => element.matches(is))), look(found.find((element) => !element.matches(is)))];
}, /** @type {const} */ ([all, like]));

test('with forced colours it is seen what is chosen, and the board stays a board', async () => {
  const { page, complaints, context } = await person(browser, server, { forcedColors: 'active' });
  /** @param {string} all @param {string} like @param {...('backgroundColor' | 'borderTopColor' | 'borderLeftColor')} by */
  const differ = async (all, like, ...by) => {
    const [one, other] = await looks(page, all, like);
    for (const property of by) assert.notEqual(one?.[property], other?.[property], `${all} by ${property}`);
  };
  await page.goto('/');
  await differ('.mode', ':has(:checked)', 'backgroundColor');
  await differ('.theme label', ':has(:checked)', 'backgroundColor');
  await page.goto('/table');
  await differ('.palette span:not(.tool-name)', ':checked + span', 'backgroundColor');
  await page.goto('/analyse');
  await page.waitForSelector('#analyse[data-path]');
  await differ('.colours label', ':has(:checked)', 'backgroundColor', 'borderTopColor');
  const swatches = await page.locator('.colours .swatch').evaluateAll((all) => all.map((swatch) => getComputedStyle(swatch).backgroundColor));
  assert.equal(new Set(swatches).size, 4, 'four colours');
  await makeGame(page, { mode: 'screen' });
  await play(page, 'd1-d4');
  await differ('.player', '.to-move', 'borderLeftColor');
  await play(page, 'f4-i4');
  await differ('.move-list button', '[aria-current]', 'backgroundColor');
  const square = page.locator('#board [data-square="e4"]');
  assert.equal(await square.evaluate((button) => getComputedStyle(button).forcedColorAdjust), 'none');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what is pointed at can be read in the dark', async () => {
  const { page, complaints, context } = await person(browser, server, { colorScheme: 'dark' });
  for (const path of ['/rules/fetlar-2018#clause-repetition', '/rules/compare#clause-repetition', '/disputes', '/table']) {
    await page.goto(path);
    if (path === '/table') await page.locator('#verdict p').first().waitFor();
    await assertAccessible(page);
    const faint = await page.evaluate(() => {
      const said = (/** @type {string} */ colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
      const light = (/** @type {number[]} */ colour) => colour.slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
      return [...document.querySelectorAll('input[placeholder]')].filter((field) => {
        const [over, under] = [light(said(getComputedStyle(field, '::placeholder').color)), light(said(getComputedStyle(field).backgroundColor))];
        return (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05) < 4.5 || getComputedStyle(field, '::placeholder').opacity !== '1';
      }).map((field) => field.id);
    });
    assert.deepEqual(faint, []);
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('without scripts nothing is offered that needs one', async () => {
  const { page, context } = await person(browser, server, { javaScriptEnabled: false });
  await page.goto('/rules');
  assert.equal(await page.locator('.look:visible').count(), 0);
  for (const path of ['/table', '/analyse']) {
    await page.goto(path);
    assert.equal(await page.locator(':is(button, select, input, textarea):visible').count(), 0, path);
    assert.ok(await page.locator('noscript p').isVisible(), path);
  }
  await page.goto('/');
  assert.ok(await page.locator('form.new-game button[type=submit]').isVisible());
  await context.close();
});
