// @ts-check
// An event on the server: it is made, people join, their pages call them to their games, and the table follows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, launch, person, ready, signUp } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`players of an event are called to their games, and its table follows (${colorScheme})`, async () => {
    const options = { colorScheme, viewport: { width: 320, height: 640 } };
    const shot = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
      await assertAccessible(page);
      await assertNarrow(page);
      if (process.env.HNEFI_SHOTS) await page.screenshot({ path: `${process.env.HNEFI_SHOTS}/events-${name}-${colorScheme}.png`, fullPage: true });
    };
    const [anna, bert] = [await person(browser, server, options), await person(browser, server, options)];
    await signUp(anna.page, `Anna ${colorScheme}`);
    await signUp(bert.page, `Bert ${colorScheme}`);
    await anna.page.goto('/events/new');
    await anna.page.fill('#name', `Evening ${colorScheme}`);
    await anna.page.getByLabel('On this server').check();
    assert.equal(await anna.page.locator('#clock').isVisible(), false);
    await anna.page.getByLabel('Round robin').check();
    await anna.page.selectOption('#games', '1');
    await anna.page.selectOption('#control', '5+3');
    const ahead = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 16);
    await anna.page.fill('#begins', ahead);
    await shot(anna.page, 'new');
    await anna.page.getByRole('button', { name: 'Make the event' }).click();
    await anna.page.getByText('Two players at least have to join.').waitFor();
    await shot(anna.page, 'run');
    const event = new URL(anna.page.url()).pathname.replace('/run', '');
    for (const { page } of [anna, bert]) {
      await page.goto(event);
      await page.locator('time').waitFor();
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('You take part.').waitFor();
    }
    await shot(bert.page, 'joined');
    await anna.page.goto(`${event}/run`);
    await anna.page.getByRole('button', { name: 'Begin, and pair round 1' }).click();
    // Bert’s page goes to his game by itself; Anna goes there by the event’s page.
    await bert.page.waitForURL(/\/game\//);
    await ready(bert.page);
    await anna.page.goto(event);
    await anna.page.getByRole('link', { name: 'To your game' }).waitFor();
    await shot(anna.page, 'playing');
    // Who leaves loses what has not ended.
    await bert.page.goto(event);
    await bert.page.getByText('Pause or leave').click();
    await shot(bert.page, 'leaving');
    await bert.page.getByRole('button', { name: 'Leave the event' }).click();
    await anna.page.getByText('It is over.').waitFor();
    await shot(anna.page, 'over');
    assert.deepEqual([...anna.complaints, ...bert.complaints], []);
    await anna.context.close();
    await bert.context.close();
  });
}
