// @ts-check
// A game against the computer, to its end.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PATIENCE, Server, begun, launch, makeGame, person, play, plies, tap, waitForPlies } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

const CORNERS = ['a1', 'a11', 'k1', 'k11'];

/** The king’s destinations, as the board shows them once he is picked up. @param {import('playwright-core').Page} page */
async function kingMoves(page) {
  const king = await page.evaluate(() => [...document.querySelectorAll('#board [data-square]')]
    .find((button) => button.textContent?.includes(', king'))?.getAttribute('data-square') ?? null);
  if (!king) return null;
  await tap(page, king);
  const to = await page.evaluate(() => [...document.querySelectorAll('#board .destination')].map((button) => button.getAttribute('data-square') ?? ''));
  return { king, to };
}

test('a game against the computer goes to its end', async () => {
  const { page, complaints, context } = await person(browser, server);
  // An open board, so that it ends within a few moves: the king wants the edge, and then a corner.
  await page.goto('/');
  await page.evaluate(() => {
    const form = /** @type {HTMLFormElement} */ (document.querySelector('form.new-game'));
    for (const [name, value] of Object.entries({ position: '/11/2t5t2/11/4T1T4/1t3K3t1/11/4T1T4/11/2t5t2/11/11/', turn: 'defenders' })) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      form.append(input);
    }
  });
  await page.selectOption('#rules', 'fetlar-2018');
  await page.selectOption('#side', 'defenders');
  await page.selectOption('#level', '1');
  await page.click('form.new-game button[type=submit]');
  await begun(page);
  const over = () => page.locator('#game.over').count();
  for (let turn = 0; turn < 60 && !(await over()); turn++) {
    await page.waitForFunction(() => document.querySelector('#game.over, #game.your-move'));
    if (await over()) break;
    const count = await plies(page);
    const moves = await kingMoves(page);
    assert.ok(moves, 'a game without a king is over');
    const { to } = moves;
    const corner = to.find((square) => CORNERS.includes(square));
    const edge = to.find((square) => /^[ak]/.test(square) || /^[a-k](1|11)$/.test(square));
    await tap(page, corner ?? edge ?? to[turn % to.length] ?? '');
    await page.waitForFunction((before) => document.querySelectorAll('#move-list button').length > before, count);
  }
  assert.ok(await over(), 'the game has ended');
  assert.match(await page.innerText('#status'), /wins?:|draw/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('moves against the computer are taken back at once, and it gives a hint', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '1' });
  await play(page, 'd1-d4');
  await waitForPlies(page, 2);
  await page.click('[data-action=take-back]');
  await waitForPlies(page, 0);
  await page.click('[data-action=hint]');
  await page.waitForFunction(() => document.getElementById('message')?.textContent?.includes('The computer would play'));
  assert.equal(await page.locator('#board .hint').count(), 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the computer moves while no page is open', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'computer', side: 'attackers', level: '7' });
  const game = page.url();
  await play(page, 'd1-d4');
  // The first page lists the game; it opens none.
  await page.goto('/');
  const until = Date.now() + PATIENCE;
  while (!(await page.locator('main').innerText()).includes('Your move')) {
    assert.ok(Date.now() < until, 'the computer has not moved');
    await page.reload();
  }
  await page.goto(game);
  await waitForPlies(page, 2);
  assert.deepEqual(complaints, []);
  await context.close();
});
