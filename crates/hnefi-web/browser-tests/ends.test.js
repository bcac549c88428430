// @ts-check
// Games under the community's rules that end on the page, and a move that is refused because it repeats.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, makeGame, person, play, playOn, ready, tap, waitForStatus } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** The clause under the result leads to its place in the chapter. @param {Page} page @param {string} anchor */
async function clauseLeadsTo(page, anchor) {
  await page.locator('#result-clause a').click();
  await page.waitForURL(`**/rules/copenhagen#${anchor}`);
  await page.locator(`#${anchor}`).waitFor();
}

test('an exit fort is tried at the table, played on, and ends the game', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 800 } });
  const fort = 'rules=copenhagen&position=/3TK6/4TT5/11/7t3/6T4/11/11/2t8/8t2/11/11/&turn=defenders';
  await page.goto(`/table?${fort}&move=g5-g1`);
  const verdict = page.locator('.verdict');
  await verdict.getByText('by an exit fort').waitFor();
  assert.match(await page.locator('#others').innerText(), /wins nothing/, 'no leaflet knows the fort');
  assert.match(await verdict.locator('.clause').first().innerText(), /said by the publisher|our reading/);
  assert.equal(await page.getByRole('button', { name: 'Keep the move' }).count(), 0, 'nothing follows the end');

  await playOn(page, fort);
  await play(page, 'g5-g1');
  await waitForStatus(page, 'The defenders win by an exit fort');
  assert.match(await page.locator('#said').innerText(), /g5–g1.*exit fort/, 'it is announced with the move');
  assert.equal(await page.locator('#said').getAttribute('role'), 'status');
  assert.equal(await page.locator('#match').innerText(), '', 'a single game is no match');
  assert.equal(await page.locator('.movable').count(), 0, 'nobody moves any more');
  assert.ok(await page.locator('#type-move').isHidden());
  await page.reload();
  await ready(page);
  await waitForStatus(page, 'exit fort');
  await clauseLeadsTo(page, 'clause-exit-fort');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an encirclement ends the game', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=copenhagen&position=/11/11/11/11/10t/2tt7/1t1Tt6/1tK4t3/2tt7/11/11/&turn=attackers');
  await play(page, 'h8-e8');
  await waitForStatus(page, 'The attackers win by encirclement');
  assert.match(await page.locator('#said').innerText(), /encirclement/);
  await clauseLeadsTo(page, 'clause-encirclement');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the third repetition ends a game of Copenhagen, and taking it back goes on', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { rules: 'copenhagen' });
  for (const move of ['h1-h2', 'f4-g4', 'h2-h1', 'g4-f4', 'h1-h2', 'f4-g4', 'h2-h1', 'g4-f4']) await play(page, move);
  await waitForStatus(page, 'repetition is lost by the defenders');
  assert.match(await page.locator('#result-clause a').getAttribute('href') ?? '', /^\/rules\/copenhagen#clause-repetition$/);
  await page.getByRole('button', { name: 'Take back the last move' }).click();
  await page.click('[data-action=take-back-yes]');
  await waitForStatus(page, 'Defenders to move');
  assert.equal(await page.locator('#result-clause').innerText(), '');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a move that repeats is refused in Brandubh, and another one is played', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=brandubh&position=/7/6t/6K/7/T5T/4t2/7/&turn=defenders');
  for (const move of ['g3-a3', 'g2-a2', 'a3-g3', 'a2-g2', 'g3-a3', 'g2-a2', 'a3-g3', 'a2-g2']) await play(page, move);
  await tap(page, 'g3');
  assert.doesNotMatch(await page.locator('[data-square=a3]').innerText(), /can go here/);
  await tap(page, 'a3');
  const message = page.locator('#message');
  await message.getByText('third time').first().waitFor();
  assert.ok(await message.locator('.clause').count() > 0, 'the clause is shown');
  await page.fill('#typed', 'g3-a3');
  await page.press('#typed', 'Enter');
  await message.getByText('third time').first().waitFor();
  await play(page, 'g3-b3');
  await waitForStatus(page, 'Attackers to move');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the board marks the throne and the corners only where they mean something', async () => {
  const { page, complaints, context } = await person(browser, server);
  for (const [rules, count, middle] of /** @type {const} */ ([['copenhagen', 5, 'f6'], ['tablut-saami', 1, 'e5'], ['sea-battle', 0, 'e5']])) {
    await page.goto(`/table?rules=${rules}`);
    await page.click('#table-clear');
    await page.waitForFunction(() => document.querySelectorAll('.board .piece').length === 0);
    assert.equal(await page.locator('.board .royal').count(), count, rules);
    assert.match(await page.locator(`[data-square=${middle}]`).innerText(), count ? /empty throne/ : /, empty$/, rules);
    await makeGame(page, { rules });
    assert.equal(await page.locator('.board .royal').count(), count, rules);
  }
  await page.goto('/house/edit?base=sea-battle');
  await page.locator('.board .piece').first().waitFor();
  assert.equal(await page.locator('.board .royal').count(), 0);
  await page.click('#question-soldiers-throne input[value=pass]');
  await page.waitForFunction(() => document.querySelectorAll('.board .royal').length === 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an offer goes with the winning move', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=fetlar-2018&position=/1K9/11/11/11/11/7t3/11/11/11/11/9t1/&turn=defenders');
  await page.click('#ending summary');
  await page.click('[data-action=offer-draw]');
  await page.locator('#offer button').first().waitFor();
  await play(page, 'b1-a1');
  await waitForStatus(page, 'The defenders win');
  await page.locator('#offer').waitFor({ state: 'hidden' });
  await page.reload();
  await ready(page);
  await waitForStatus(page, 'The defenders win');
  assert.ok(await page.locator('#offer').isHidden());
  assert.deepEqual(complaints, []);
  await context.close();
});

test('what people should know of a game stands above the board', async () => {
  const { page, context } = await person(browser, server);
  const notice = 'This game has become very long.';
  await makeGame(page);
  // A state of a game of a thousand moves, on a page that gets no other.
  await page.route('**/game/*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const long = body.replace('id=\\"notices\\">', `$&\\u003cp>${notice}\\u003c/p>`);
    await route.fulfill({ response, body: long.replace('data-socket="/ws/game/', 'data-socket="/ws/none/') });
  });
  await page.reload();
  await page.locator('#notices').getByText(notice).waitFor();
  assert.equal(await page.locator('#notices').getAttribute('role'), 'status');
  await context.close();
});

test('what a move captured is said with its clause and marked, and again whenever one steps there', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=fetlar-2018&position=/11/K10/11/3T7/5t5/11/11/t10/11/11/11/&turn=defenders');
  const marked = () => page.locator('#board .mark-victim').count();
  await tap(page, 'd4');
  await tap(page, 'f4');
  await page.waitForSelector('#board .mark-victim');
  assert.equal(await page.locator('#board .mark-hammer').count(), 1);
  assert.equal(await page.locator('#board .mark-partner').count(), 1);
  assert.match(await page.locator('#captured').innerText(), /The attacker on f5 is captured against the empty throne\. The leaflet says so under “Squashing pieces”\./);
  await page.locator('#captured summary').click();
  assert.match(await page.locator('#captured .clause a').getAttribute('href') ?? '', /#clause-empty-throne-attackers$/);
  await page.waitForFunction(() => !document.querySelector('#board .mark-victim'));
  await page.click('#step-back');
  assert.equal(await page.locator('#captured').innerText(), '');
  await page.click('#step-forward');
  await page.waitForSelector('#board .mark-victim');
  assert.equal(await marked(), 1);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('taking back the move that ended a game asks first', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, 'rules=fetlar-2018&position=/1K9/11/11/11/11/7t3/11/11/11/11/9t1/&turn=defenders');
  assert.equal(await page.locator('#player-defenders .player-left').innerText(), 'the king alone');
  await play(page, 'b1-a1');
  await waitForStatus(page, 'The defenders win');
  await page.click('[data-action=take-back]');
  assert.match(await page.locator('#actions .confirm').innerText(), /the result with it/);
  await page.click('[data-action=take-back-no]');
  assert.equal(await page.locator('#game.over').count(), 1);
  await page.click('[data-action=take-back]');
  await page.click('[data-action=take-back-yes]');
  await page.waitForFunction(() => !document.querySelector('#game.over'));
  assert.deepEqual(complaints, []);
  await context.close();
});
