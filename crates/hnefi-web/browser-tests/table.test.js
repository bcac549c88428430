// @ts-check
// At the table: set up, try, read, share.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, tap } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {import('playwright-core').Page} page @param {string} words */
const says = (page, words) => page.waitForFunction((wanted) => document.querySelector('.verdict')?.textContent?.includes(wanted), words);

test('a position is set up by tapping, a move is tried, and a link shows the same', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 800 } });
  await page.goto('/table');
  await page.click('#table-clear');
  await says(page, 'There is no king on the board');
  await page.click('#palette label:has([value=K])');
  await tap(page, 'c3');
  await page.click('#palette label:has([value=T])');
  await tap(page, 'f7');
  await page.click('#palette label:has([value=t])');
  await tap(page, 'c8');
  await page.click('#palette label:has([value=move])');
  await tap(page, 'c8');
  await tap(page, 'f8');
  await says(page, 'the empty throne');
  await says(page, 'Regency Chess');
  const link = await page.inputValue('#table-link');
  assert.match(link, /move=c8-f8/);

  const friend = await person(browser, server);
  await friend.page.goto(link);
  await says(friend.page, 'the empty throne');
  await friend.page.getByRole('button', { name: 'Put the pieces back' }).click();
  await says(friend.page, 'Ready');
  assert.match(await friend.page.locator('[data-square=f7]').innerText(), /defender/);
  assert.deepEqual(complaints, []);
  assert.deepEqual(friend.complaints, []);
  await friend.context.close();
  await context.close();
});

test('after a refused move the next piece can be picked at once', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=nestorgames&position=/11/11/11/3K7/11/1T9/11/11/8t2/11/11/&turn=defenders&move=b6-i6');
  await says(page, 'closed to soldiers');
  await tap(page, 'd4');
  await says(page, 'Why does the king on d4 still stand?');
  await tap(page, 'd7');
  await says(page, 'It captures nothing');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a refusal names its clause, and what the other leaflets say', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=nestorgames&position=/11/11/11/3K7/11/1T9/11/11/8t2/11/11/&turn=defenders');
  await says(page, 'Ready');
  await page.fill('#typed', 'b6-i6');
  await page.press('#typed', 'Enter');
  await says(page, 'closed to soldiers');
  assert.ok(await page.locator('#verdict .clause').count());
  await says(page, 'Fetlar 2018');
  await page.selectOption('#table-rules', 'fetlar-2018');
  await says(page, 'It captures nothing');
  await page.getByRole('button', { name: 'Keep this move' }).click();
  await says(page, 'Ready');
  assert.match(page.url(), /turn=attackers/);
  await page.click('#table-undo');
  await says(page, 'It captures nothing');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('it says why a piece stands', async () => {
  const { page, context } = await person(browser, server);
  await page.goto('/table?rules=regency-chess&position=/K10/11/11/5T5/5t5/11/11/11/11/11/8t2/&turn=attackers');
  await says(page, 'on the corner a1');
  await page.goto('/table?rules=regency-chess&position=/11/K10/11/5T5/5t5/11/11/11/11/11/8t2/&turn=attackers');
  await says(page, 'Ready');
  await tap(page, 'f5');
  await says(page, 'Why does');
  assert.equal(await page.locator('#board [data-square="f5"].selected').count(), 1);
  await context.close();
});

test('a capture cites the clause that decided it, and says who would not take', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=fetlar-2018&position=/11/K10/11/3T7/5t5/11/11/t10/11/11/11/&turn=defenders&move=d4-f4');
  await says(page, 'against the empty throne');
  const clause = page.locator('#verdict .clause a');
  assert.equal(await clause.count(), 1);
  assert.match(await clause.getAttribute('href') ?? '', /\/rules\/fetlar-2018#clause-empty-throne-attackers$/);
  await says(page, 'The attacker on f5 is not captured: the empty throne is not hostile to attackers.');
  assert.match(await page.locator('.rules-group.differs').innerText(), /Regency Chess/);
  await clause.click();
  await page.waitForURL('**/rules/fetlar-2018#clause-empty-throne-attackers');
  assert.ok(await page.locator('#clause-empty-throne-attackers').isVisible());
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a captured king cites how he fell, then what that means', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=fetlar-2018&position=/11/11/11/11/11/11/4tKt4/11/5t5/11/11/&turn=attackers');
  await says(page, 'Ready');
  await page.fill('#typed', 'f9-f8');
  await page.press('#typed', 'Enter');
  await says(page, 'attackers on three sides');
  const links = await page.locator('#verdict .clause a').evaluateAll((all) => all.map((a) => a.getAttribute('href')?.split('#')[1]));
  assert.deepEqual(links, ['clause-king-beside-throne', 'clause-king-taken']);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('where the last move decides, the referee asks for it', async () => {
  const { page, complaints, context } = await person(browser, server);
  await page.goto('/table?rules=fetlar-2018&position=/11/K10/11/3tTt5/11/11/11/11/11/11/11/&turn=defenders');
  await says(page, 'Ready');
  await tap(page, 'e4');
  await says(page, 'so the last move decides');
  await page.fill('#last-move', 'd9-d4');
  await page.press('#last-move', 'Enter');
  await says(page, 'The defender on e4 is captured');
  assert.equal(await page.locator('#last-move').count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});
