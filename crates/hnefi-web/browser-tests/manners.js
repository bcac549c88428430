// @ts-check
// What every page owes its readers.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @import {Page} from 'playwright-core' */

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
