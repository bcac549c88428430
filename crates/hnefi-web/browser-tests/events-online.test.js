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

for (const [width, kind] of /** @type {const} */ ([[390, 'narrow'], [1280, 'wide']])) {
  test(`who finds all places of an event taken waits for one to be free (${kind})`, async () => {
    const options = { viewport: { width, height: 800 } };
    const shot = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
      await assertAccessible(page);
      await assertNarrow(page);
      if (process.env.HNEFI_SHOTS) await page.screenshot({ path: `${process.env.HNEFI_SHOTS}/places-${name}-${width}.png`, fullPage: true });
    };
    const people = [];
    for (const name of ['Ida', 'Jon', 'Kari']) {
      const one = await person(browser, server, options);
      await signUp(one.page, `${name} ${kind}`);
      people.push(one);
    }
    const [ida, jon, kari] = people.map((one) => one.page);
    await ida.goto('/events/new');
    await ida.fill('#name', `Small ${kind}`);
    await ida.getByLabel('On this server').check();
    await ida.getByLabel('Groups, then knock-out').check();
    await ida.fill('#places', '3');
    await ida.getByRole('button', { name: 'Make the event' }).click();
    await ida.getByText('“Places” must be a number from 4 to 128.').waitFor();
    assert.equal(await ida.inputValue('#places'), '3', 'what was typed is there again');
    await shot(ida, 'fault');
    await ida.getByLabel('Knock-out', { exact: false }).first().check();
    await ida.fill('#places', '2');
    await shot(ida, 'new');
    await ida.getByRole('button', { name: 'Make the event' }).click();
    await ida.getByText('0 of 2 places taken').waitFor();
    const event = new URL(ida.url()).pathname.replace('/run', '');
    await kari.goto(event);
    await kari.getByRole('button', { name: 'Join' }).waitFor();
    await shot(kari, 'free');
    for (const page of [ida, jon]) {
      await page.goto(event);
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText('You take part.').waitFor();
    }
    // The page follows by itself, to the last place and back.
    await kari.getByText('2 of 2 places taken').waitFor();
    assert.equal(await kari.getByRole('button', { name: 'Join' }).isDisabled(), true);
    await shot(kari, 'full');
    await jon.getByText('Pause or leave').click();
    await jon.getByRole('button', { name: 'Leave the event' }).click();
    await kari.locator('button:enabled', { hasText: 'Join' }).click();
    await kari.getByText('You take part.').waitFor();
    await jon.getByText('You do not take part any more. All places are taken.').waitFor();
    await shot(jon, 'left');
    await ida.goto(`${event}/run`);
    await ida.getByText('Name, where and when, clock, places').click();
    await ida.fill('#places', '1');
    await ida.getByRole('button', { name: 'Keep' }).last().click();
    await ida.getByText('“Places” must be a number from 2 to 1000.').waitFor();
    assert.equal(await ida.inputValue('#places'), '1', 'what was typed is there again');
    await ida.fill('#places', '8');
    await shot(ida, 'run');
    await ida.getByRole('button', { name: 'Keep' }).last().click();
    await ida.getByText('There are 8 places now.').first().waitFor();
    await jon.getByRole('button', { name: 'Take part again' }).click();
    await jon.getByText('3 of 8 places taken').waitFor();
    for (const one of people) {
      // Browsers complain of refused forms.
      assert.deepEqual(one.complaints.filter((complaint) => !complaint.includes('status of 400')), []);
      await one.context.close();
    }
  });
}
