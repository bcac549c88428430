// @ts-check
// At the table the first verdict has the clause that decides; it is reached from any place of a game, and leads back to play.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Server, begun, launch, makeGame, person, play, tap } from './hnefi.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RETURNS = '/table?rules=fetlar-2018&position=/11/11/11/11/11/3K7/11/11/8t2/11/11/&turn=defenders&move=d6-f6';
const WALL = '/table?rules=fetlar-2018&position=/2tTT6/3tt6/11/11/5t5/11/11/11/3K7/11/11/&turn=attackers&move=f5-f1';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {import('playwright-core').Page} page @param {string} words */
const says = (page, words) => page.waitForFunction((wanted) => document.querySelector('.verdict')?.textContent?.includes(wanted), words);

/** @param {import('playwright-core').Page} page */
async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] }));
  return found.violations.map((/** @type {{id: string, nodes: {html: string}[]}} */ { id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

for (const [width, height] of [[390, 844], [320, 640]]) {
  test(`the verdict and its clause are on a screen of ${width} by ${height} without scrolling`, async () => {
    const { page, complaints, context } = await person(browser, server, { viewport: { width, height } });
    await page.goto(RETURNS);
    await says(page, 'The king may come back to the throne.');
    for (const part of ['.verdict-word', '#verdict .clause']) {
      const box = await page.locator(part).first().boundingBox();
      assert.ok(box && box.y >= 0 && box.y + Math.min(box.height, 24) <= height, `${part}: ${JSON.stringify(box)}`);
    }
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

test('who rules otherwise stands beside it with the clause, also while Why? is shown', async () => {
  const { page, complaints, context } = await person(browser, server, { colorScheme: 'dark' });
  await page.goto(WALL);
  await says(page, 'The defenders on d1 and e1 are not captured: a row on the edge does not fall together.');
  const differs = page.locator('.rules-group.differs');
  assert.match(await differs.innerText(), /captured by a shieldwall[^]*Copenhagen/);
  assert.equal(await differs.locator('.clause a').getAttribute('href'), '/rules/copenhagen#clause-shieldwall');
  assert.equal(await page.locator('.rules-group.same li').count(), 5);
  await tap(page, 'd1');
  await says(page, 'Why does the defender on d1 still stand?');
  await says(page, 'a row on the edge does not fall together');
  assert.equal(await differs.count(), 1);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('how often a position stood gives the verdict of each leaflet', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=copenhagen');
  await says(page, 'The attackers begin.');
  await page.selectOption('#table-times', '3');
  await says(page, 'The attackers win: the same position');
  assert.match(page.url(), /times=3/);
  await says(page, 'How often it stood does not decide.');
  await tap(page, 'd1');
  await tap(page, 'd4');
  await says(page, 'Attackers d1–d4. It captures nothing.');
  assert.equal(await page.inputValue('#table-times'), '1', 'nobody counted the next position');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an address that cannot be read is told, and stays until something else is shown', async () => {
  const { page, context } = await person(browser, server);
  const answer = await page.goto('/table?rules=nope&position=zzz&turn=attackers');
  assert.equal(answer?.status(), 400);
  assert.match(await page.innerText('#table-problems'), /“nope” is no rule set of this server\. You see Fetlar 2018 instead\./);
  assert.match(await page.innerText('#table-problems'), /You see the start position instead/);
  await says(page, 'Ready');
  assert.match(page.url(), /rules=nope/);
  await page.selectOption('#table-turn', 'defenders');
  await page.waitForURL('**/table?rules=fetlar-2018**');
  assert.equal(await page.locator('#table-problems').count(), 0);
  await context.close();
});

test('any place of a game leads to the table and back to play', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { rules: 'copenhagen' });
  for (const move of ['d1-d4', 'f8-d8', 'd4-d1']) await play(page, move);
  await tap(page, 'd8');
  assert.equal(await page.locator('#board circle.repeats').count(), 1, 'one destination brings the start back');
  assert.match(await page.locator('#board [data-square=f8]').innerText(), /brings a position back, for time 2/);
  await tap(page, 'f8');
  await page.waitForFunction(() => document.getElementById('notices')?.textContent?.includes('stands for the second time. Under Copenhagen: the attackers win'));
  assert.match(await page.locator('#ask-table').getAttribute('href') ?? '', /^\/table\?rules=copenhagen&position=\/.*&turn=attackers&last=d8-f8&times=2$/);
  await page.click('#step-back');
  const earlier = await page.locator('#ask-table').getAttribute('href') ?? '';
  assert.ok(earlier.includes('last=d4-d1') && !earlier.includes('times'), earlier);
  await page.click('#step-last');
  for (const move of ['d1-d4', 'f8-d8', 'd4-d1', 'd8-f8']) await play(page, move);
  await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('The attackers win'));
  await page.click('#ask-table');
  await says(page, 'The attackers win: the same position with the same side to move has come up for the third time');
  assert.match(page.url(), /move=d8-f8&times=3/);
  await page.getByRole('button', { name: 'Put the pieces back' }).click();
  await says(page, 'Ready');
  await page.click('#table-play summary');
  await page.check('#mode-screen');
  await page.click('#table-play button[type=submit]');
  await begun(page);
  assert.match(await page.locator('#board [data-square=d8]').innerText(), /defender/);
  assert.match(await page.innerText('#status'), /Defenders to move/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a game that is read leads to the table from the place that is shown', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/read?rules=copenhagen&at=1.3&text=d1-d4+f8-d8+d4-d1+d8-f8');
  const link = () => page.locator('#to-table').getAttribute('href');
  assert.match(await link() ?? '', /turn=defenders&last=d4-d1$/);
  await page.click('#step-forward');
  await page.waitForFunction(() => document.getElementById('to-table')?.getAttribute('href')?.endsWith('turn=attackers&last=d8-f8&times=2'));
  await page.click('#to-table');
  await says(page, 'Nothing happens yet. What repetition does: the attackers win');
  assert.deepEqual(complaints, []);
  await context.close();
});
