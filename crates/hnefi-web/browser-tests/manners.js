// @ts-check
// What every page owes its readers.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @import {Page} from 'playwright-core' */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const LEAFLETS = ['fetlar-2018', 'viking-game', 'cyningstan-2014', 'nestorgames', 'regency-chess'];
/** Pages that are there without anybody having done anything. */
export const PAGES = [
  '/', '/play/nestorgames', '/play/tablut-15', '/rules', '/rules/compare', '/rules/nearest', '/rules/nearest?king=two&throne=hostile&repetition=moves',
  ...LEAFLETS.flatMap((id) => [`/rules/${id}`, `/rules/${id}/sheet`]),
  '/rules/copenhagen', '/rules/brandubh', '/rules/ard-ri', '/rules/tablut-15', '/table?rules=brandubh', '/house', '/house/edit?base=copenhagen',
  '/house/edit?base=tablut-15&name=Sunday&start=/K6/7/7/7/7/7/6K/', '/house/1Y29wZW5oYWdlbgpBcyB3ZSBwbGF5IGl0Cmtpbmctb3Blbj10d28Kbm8tbW92ZT1kcmF30aoz',
  '/here', '/disputes', '/disputes?q=king+edge', '/disputes?rules=brandubh&q=repetition', '/disputes/sheet',
  '/table', '/table?rules=fetlar-2018&position=/11/11/3K7/11/11/11/11/11/3t7/11/11/&turn=attackers&move=d9-d4',
];

/** @param {Page} page */
export async function assertAccessible(page) {
  // The pages forbid scripts of others; a driver may still evaluate them.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] }));
  const said = violations.map((/** @type {any} */ v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((/** @type {any} */ n) => n.target.join(' ')).join(', ')}`);
  assert.deepEqual(said, [], page.url());
}

/** @param {Page} page */
export async function assertNarrow(page) {
  const { scroll, client } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
  assert.ok(scroll <= client, `${page.url()} is ${scroll} wide on a screen of ${client}`);
}
