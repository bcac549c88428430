// @ts-check
// What the referee proves is told in sentences: a claim that needs nobody's consent, and a forced win.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, playOn } from './hnefi.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {string} position */
const at = (position) => `rules=fetlar-2018&position=${position}&turn=defenders`;

test('a claim that is proved ends the game, one that is not is asked', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: { width: 390, height: 800 } });
  await playOn(page, at('/3TK1T4/3TTTT4/11/t9t/11/11/11/11/11/11/3ttt5/'));
  await page.getByText('Resign or draw').click();
  await page.getByRole('button', { name: 'the king is shut in' }).click();
  await page.locator('#offer').getByText('Not proved: the king can reach no corner').waitFor();
  assert.equal(await page.locator('#offer a.grade').getAttribute('href'), '/rules/fetlar-2018#clause-claims');
  await page.locator('#offer').getByRole('button', { name: 'Play on' }).click();
  await page.getByRole('button', { name: 'the king is at the side' }).click();
  await page.locator('#result-clause').getByText('No attacker can ever come to e1 or f1.').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a forced win is told with its line', async () => {
  const { page, complaints, context } = await person(browser, server);
  await playOn(page, at('/11/11/5K5/11/11/11/11/11/5t5/11/5t5/'));
  await page.getByRole('button', { name: 'Can anyone force a win?' }).click();
  const told = page.locator('#message');
  await told.getByText('The defenders win by force within 2 moves').waitFor();
  assert.match(await told.innerText(), /1\. f3–a3 .* 2\. a3–a1/);
  assert.deepEqual(complaints, []);
  await context.close();
});
