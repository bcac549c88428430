// @ts-check
// Chapters and the comparison: what matters first, examples that unfold, contents and heads that stay.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const LEAFLETS = ['fetlar-2018', 'viking-game', 'cyningstan-2014', 'nestorgames', 'regency-chess'];

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** Where an element ends on the screen. @param {Page} page @param {string} selector */
async function foot(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  return box.y + box.height;
}

test('a chapter is told in short on its first screen', async () => {
  for (const [viewport, selector] of /** @type {const} */ ([[WIDE, '.short'], [PHONE, '.short section']])) {
    const { page, complaints, context } = await person(browser, server, { viewport });
    for (const id of [...LEAFLETS, 'copenhagen', 'brandubh', 'ard-ri', 'tablut-15']) {
      await page.goto(`/rules/${id}`);
      const end = await foot(page, selector);
      assert.ok(end <= viewport.height, `${id}: ${selector} ends at ${end} of ${viewport.height}`);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  }
});

test('examples unfold, by hand, by an address, and on paper', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: WIDE });
  await page.goto('/rules/fetlar-2018');
  const examples = page.locator('details.example');
  assert.ok(await examples.count() > 40);
  assert.equal(await page.locator('details.example[open]').count(), 0);
  await page.getByText('The attackers make the first move of the game.').click();
  await page.locator('#attackers-begin').getByText('Attackers d1–d4.').waitFor();
  await page.goto('/rules/fetlar-2018#no-jumping');
  await page.locator('details.example[open] #no-jumping').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('details.example:not([open])').count(), 0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.locator('details.example[open]').count(), 2);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('the contents stay, beside the text or as a fold', async () => {
  const wide = await person(browser, server, { viewport: WIDE });
  await wide.page.goto('/rules/fetlar-2018#draws');
  await wide.page.locator('nav.contents a[href="#clauses"]').click();
  const box = await wide.page.locator('nav.contents').boundingBox();
  assert.ok(box && box.y >= 0 && box.y < 40, 'the contents are beside the clauses');
  await wide.context.close();

  const phone = await person(browser, server, { viewport: PHONE });
  await phone.page.goto('/rules/fetlar-2018');
  assert.equal(await phone.page.locator('nav.contents').isVisible(), false);
  await phone.page.evaluate(() => scrollTo(0, 6000));
  await phone.page.locator('.contents-fold summary').click();
  await phone.page.locator('.contents-fold').getByRole('link', { name: 'Draws' }).click();
  assert.equal(await phone.page.locator('.contents-fold[open]').count(), 0, 'the fold closes behind one');
  const heading = await phone.page.locator('#draws').boundingBox();
  const fold = await foot(phone.page, '.contents-fold');
  assert.ok(heading && heading.y >= fold && heading.y < 200, `the heading is at ${heading?.y}, the fold ends at ${fold}`);
  await phone.context.close();
});

test('the heads of the comparison stay, and every row has its answer', async () => {
  const { page, complaints, context } = await person(browser, server, { viewport: WIDE });
  await page.goto('/rules/compare');
  const contents = await page.locator('nav.contents').boundingBox();
  const table = await page.locator('table.compare').boundingBox();
  assert.ok(contents && table && contents.y <= table.y, 'the contents come first');
  await page.locator('#clause-repetition').scrollIntoViewIfNeeded();
  await page.evaluate(() => document.getElementById('clause-repetition')?.scrollIntoView({ block: 'center' }));
  const head = await page.locator('table.compare thead th').first().boundingBox();
  assert.ok(head && head.y >= 0 && head.y < 20, `the head is at ${head?.y}`);
  for (const answer of await page.locator('table.compare td .answer').allInnerTexts()) assert.ok(answer.length > 1, answer);
  const agreed = page.locator('.agreed section');
  assert.ok(await agreed.count() > 15);
  for (const row of await agreed.all()) {
    const [answer] = await row.locator('> p').allInnerTexts();
    assert.match(answer, /^[A-Z].*[^.]\.$/);
  }
  assert.equal(await page.locator('#clause-safe-between > p').innerText(), 'Safe, until an enemy moves next to it anew.');
  await context.close();

  const phone = await person(browser, server, { viewport: PHONE });
  await phone.page.goto('/rules/compare');
  await phone.page.evaluate(() => scrollBy(0, 150 + (document.getElementById('clause-repetition')?.getBoundingClientRect().top ?? 0)));
  const question = await phone.page.locator('#clause-repetition th').boundingBox();
  assert.ok(question && question.y >= 40 && question.y < 60, `the question is at ${question?.y}, under the contents`);
  assert.deepEqual(complaints, []);
  await phone.context.close();
});
