// @ts-check
// Mute, report, and a moderator's answer, in four contexts; the pages are accessible, fit 320 pixels, and work by keyboard alone.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Server, launch, makeGame, person, play, ready, signUp, waitForPlies, waitForStatus } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContextOptions, Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {string} name @param {BrowserContextOptions} [options] */
async function member(name, options = {}) {
  const one = await person(browser, server, options);
  await signUp(one.page, name);
  return one;
}

/** A command beside the server. @param {string[]} args */
const admin = (...args) => promisify(execFile)(String(process.env.HNEFI_BIN), ['admin', '--data', server.data, ...args]);

/** @param {Page} page @param {string} words */
async function say(page, words) {
  await page.fill('#talk-words', words);
  await page.keyboard.press('Enter');
  await page.locator('#talk-players li', { hasText: words }).waitFor();
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`somebody is muted and reported, and a moderator answers, warns and is read (${colorScheme})`, async () => {
    const suffix = colorScheme === 'dark' ? 'Dimma' : 'Birta';
    const narrow = { colorScheme, viewport: { width: 320, height: 640 } };
    const host = await member(`Anna ${suffix}`, narrow);
    const rude = await member(`Eve ${suffix}`, { colorScheme });
    const mo = await member(`Moira ${suffix}`, narrow);
    await admin('appoint', `Moira ${suffix}`, '--moderator');
    await makeGame(host.page, { mode: 'friend', side: 'attackers' });
    await rude.page.goto(await host.page.inputValue('#invite input'));
    await rude.page.click('main form button');
    await rude.page.waitForURL('**/game/**');
    await ready(rude.page);
    await rude.page.locator('#talk-words').waitFor();
    await say(rude.page, 'what a silly move');
    await host.page.locator('#talk-players li', { hasText: 'silly' }).waitFor();

    await host.page.getByText('Mute, block, report').click();
    await assertNarrow(host.page);
    await assertAccessible(host.page);
    await host.page.locator('#order').getByRole('button', { name: 'Mute' }).click();
    await host.page.waitForURL('**/game/**');
    await ready(host.page);
    await host.page.locator('[data-greeting]').first().waitFor();
    await say(rude.page, 'are you deaf');
    assert.equal(await host.page.locator('#talk-players li').count(), 0);

    await host.page.getByText('Mute, block, report').click();
    await host.page.locator('#order').getByRole('link', { name: 'Report' }).click();
    await host.page.getByRole('heading', { name: `Report \u2068Eve ${suffix}\u2069` }).waitFor();
    await assertNarrow(host.page);
    await assertAccessible(host.page);
    // By the keyboard alone.
    await host.page.getByLabel('Help from an engine').focus();
    await host.page.keyboard.press('ArrowDown');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.type('He insults me.');
    await host.page.keyboard.press('Tab');
    await host.page.keyboard.press('Enter');
    await host.page.getByText('The report was sent.').waitFor();
    await assertAccessible(host.page);

    assert.equal(await mo.page.locator('nav a', { hasText: 'Moderation' }).count(), 0);
    await mo.page.goto('/account');
    await mo.page.getByRole('link', { name: 'Moderation' }).click();
    await mo.page.getByText('He insults me.').waitFor();
    await mo.page.getByText('What was said').click();
    await mo.page.getByText('are you deaf').waitFor();
    await assertNarrow(mo.page);
    await assertAccessible(mo.page);
    await mo.page.getByRole('link', { name: 'the game' }).first().click();
    await mo.page.waitForURL('**/game/**');
    await ready(mo.page);
    await mo.page.goBack();
    await mo.page.getByRole('link', { name: `Eve ${suffix}` }).click();
    await assertNarrow(mo.page);
    await assertAccessible(mo.page);
    await mo.page.getByRole('link', { name: `How Eve ${suffix} plays` }).click();
    await mo.page.getByText('They prove nothing').waitFor();
    await assertNarrow(mo.page);
    await assertAccessible(mo.page);
    await mo.page.goBack();
    await mo.page.getByLabel('Warn:').check();
    await mo.page.getByLabel('Why').fill('Please do not insult people.');
    await mo.page.getByRole('button', { name: 'Do it' }).click();
    await mo.page.getByText('Done, and noted.').waitFor();
    await assertAccessible(mo.page);
    await mo.page.goto('/moderation');
    await mo.page.getByLabel('Your answer').fill('He has read a warning.');
    await mo.page.getByRole('button', { name: 'Answer, and close' }).click();
    await mo.page.getByText('No report is open.').waitFor();

    // Whatever page he asks for, first the warning; then the page.
    await rude.page.goto('/rules');
    await rude.page.waitForURL('**/warning?to=**');
    await rude.page.getByText('Please do not insult people.').waitFor();
    await rude.page.setViewportSize({ width: 320, height: 640 });
    await assertNarrow(rude.page);
    await assertAccessible(rude.page);
    await rude.page.getByRole('button', { name: 'I have read this' }).click();
    await rude.page.waitForURL('**/rules');
    await rude.page.goto('/account');
    await rude.page.getByText('What moderators have done').waitFor();
    await assertNarrow(rude.page);

    await host.page.goto('/account');
    await host.page.getByText('Your reports').click();
    await host.page.getByText('He has read a warning.').waitFor();
    await host.page.getByText('Whom you mute and block').click();
    await assertNarrow(host.page);
    await assertAccessible(host.page);
    await host.page.getByRole('button', { name: 'End it' }).click();
    await host.page.waitForURL('**/account');
    assert.equal(await host.page.getByText('Whom you mute and block').count(), 0);
    assert.equal((await host.page.goto('/moderation'))?.status(), 404);
    host.complaints.splice(0);
    await host.page.goto(`/@/Eve ${suffix}`);
    await host.page.getByRole('button', { name: 'Block' }).click();
    await host.page.getByRole('button', { name: 'Block no more' }).waitFor();
    await assertNarrow(host.page);
    await assertAccessible(host.page);
    assert.deepEqual([host.complaints, rude.complaints, mo.complaints], [[], [], []]);
    for (const one of [host, rude, mo]) await one.context.close();
  });
}

test('how somebody plays, with full tables: accessible, in 320 pixels, by the keyboard, light and dark', async () => {
  const anna = await member('Anna Full');
  const eve = await member('Eve Full');
  const mo = await member('Moira Full', { viewport: { width: 320, height: 640 } });
  await admin('appoint', 'Moira Full', '--moderator');
  const rated = { rules: 'fetlar-2018', clock: '10+5', rated: 'yes' };
  const headers = { origin: server.address };
  await anna.page.request.post('/lobby/seeks', { form: { ...rated, side: 'attackers' }, headers });
  const made = await eve.page.request.post('/lobby/seeks', { form: { ...rated, side: 'defenders' }, headers });
  for (const one of [anna, eve]) {
    await one.page.goto(made.url());
    await ready(one.page);
  }
  const moves = 'd1-d2 f4-e4 d2-c2 e4-f4 c2-b2 f8-e8 b2-b3 e8-f8 b3-b4 f4-g4 b4-c4 g4-f4'.split(' ');
  for (const [number, move] of moves.entries()) {
    const [mover, other] = number % 2 === 0 ? [anna, eve] : [eve, anna];
    await play(mover.page, move);
    await waitForPlies(other.page, number + 1);
  }
  await eve.page.click('#ending > summary');
  await eve.page.click('[data-action=resign]');
  await eve.page.click('[data-action=resign-yes]');
  await waitForStatus(anna.page, 'resigned');

  await mo.page.goto('/report?name=Eve Full');
  await mo.page.getByRole('link', { name: 'For moderators' }).focus();
  await mo.page.keyboard.press('Enter');
  await mo.page.getByRole('link', { name: 'How Eve Full plays' }).focus();
  await mo.page.keyboard.press('Enter');
  await mo.page.getByRole('button', { name: 'Compare the next ten games' }).focus();
  await mo.page.keyboard.press('Enter');
  await mo.page.waitForURL('**/play');
  const compared = mo.page.locator('table').first().locator('td', { hasText: ' %' });
  for (let tries = 0; tries < 600 && await compared.count() === 0; tries += 1) {
    await mo.page.waitForTimeout(200);
    await mo.page.reload();
  }
  for (const title of ['Agreement with our engine', 'Times of moves', 'Games that were not played', 'How games with people ended']) {
    const table = mo.page.locator(`h2:has-text("${title}") ~ table`).first();
    await table.locator('td').first().waitFor();
    await table.focus();
    assert.ok(await table.evaluate((one) => one === document.activeElement), `${title}: by the keyboard`);
  }
  await mo.page.getByRole('link', { name: 'Anna Full' }).waitFor();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await mo.page.emulateMedia({ colorScheme });
    await assertNarrow(mo.page);
    await assertAccessible(mo.page);
  }
  if (process.env.HNEFI_SHOTS) await mo.page.screenshot({ path: `${process.env.HNEFI_SHOTS}/play.png`, fullPage: true });
  assert.deepEqual([anna.complaints, eve.complaints, mo.complaints], [[], [], []]);
  for (const one of [anna, eve, mo]) await one.context.close();
});
