// @ts-check
// Accounts: signing up from a guest's game, logging in elsewhere, passkeys, deletion; narrow, accessible, by keyboard alone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, Server, launch, makeGame, person, ready, signUp } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContext, Page} from 'playwright-core' */

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page */
const head = (page) => page.locator('#me').innerText();

/** A device with a lock that opens by itself, and no other. @param {BrowserContext} context @param {Page} page */
async function withLock(context, page) {
  const client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`the pages of accounts are accessible and fit 320 pixels (${colorScheme})`, async () => {
    const { page, context } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    const name = `Sigríður Álfheiður${colorScheme === 'dark' ? 'b' : 'a'}`;
    for (const path of ['/log-in', '/sign-up', '/recover']) {
      await page.goto(path);
      await assertNarrow(page);
      await assertAccessible(page);
    }
    await page.goto('/log-in');
    await page.fill('#name', 'Nobody here');
    await page.fill('#password', 'not a password of anybody');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('do not belong together').waitFor();
    await assertNarrow(page);
    await assertAccessible(page);
    await signUp(page, name);
    await assertNarrow(page);
    await assertAccessible(page);
    await page.goto('/account');
    for (const summary of await page.locator('details summary').all()) await summary.click();
    await assertNarrow(page);
    await assertAccessible(page);
    const header = await page.locator('header.site').boundingBox();
    assert.ok(header && header.height < 130, `the head of the page is ${header?.height} high`);
    await page.getByRole('link', { name: 'as others see it' }).click();
    await page.waitForURL('**/@/**');
    await assertNarrow(page);
    await assertAccessible(page);
    await context.close();
  });
}

test('who signs up from a game goes on in it, and finds it on another device', async () => {
  const { page, complaints, context } = await person(browser, server);
  await makeGame(page, { mode: 'friend', side: 'attackers' });
  const game = page.url();
  assert.equal(await head(page), 'Log in');
  await page.click('#me');
  await page.getByText('come along').waitFor();
  await page.getByRole('link', { name: 'Make an account' }).click();
  await page.fill('#name', 'Anna');
  await page.fill('#password', PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  assert.equal(await page.locator('.codes code').count(), 8);
  await page.getByRole('link', { name: 'I have them' }).click();
  await page.waitForURL(game);
  await ready(page);
  assert.equal(await head(page), 'Anna');
  await page.locator('#name-attackers a', { hasText: 'Anna' }).waitFor();
  // A page that is the same for everybody shows the name, too.
  await page.goto('/rules');
  await page.locator('#me', { hasText: 'Anna' }).waitFor();
  assert.deepEqual(complaints, []);

  const phone = await person(browser, server, { viewport: { width: 390, height: 844 } });
  await phone.page.goto('/log-in');
  // By the keyboard alone.
  await phone.page.locator('#name').focus();
  await phone.page.keyboard.type('anna');
  await phone.page.keyboard.press('Tab');
  await phone.page.keyboard.type(PASSWORD);
  await phone.page.keyboard.press('Enter');
  await phone.page.waitForURL(`${server.address}/`);
  await phone.page.locator('#running a').first().click();
  await phone.page.waitForURL(game);
  await ready(phone.page);

  // The first device ends the session of the second, whose open page closes.
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log out there' }).click();
  await page.getByText('Saved.').waitFor();
  await phone.page.waitForFunction(() => /logged out/.test(document.getElementById('line')?.textContent ?? ''));
  await phone.page.goto('/account');
  await phone.page.waitForURL('**/log-in');
  assert.equal(await head(phone.page), 'Log in');
  await context.close();
  await phone.context.close();
});

test('a passkey logs in, makes an account, and is asked for where it belongs', async () => {
  const localhost = `http://localhost:${server.port}`;
  const { page, complaints, context } = await person(browser, server, { baseURL: localhost });
  await withLock(context, page);
  await signUp(page, 'Bera');
  await page.goto('/account');
  await page.getByText('Passkeys', { exact: true }).click();
  await page.fill('#passkey-password', PASSWORD);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL(`${localhost}/`);
  assert.equal(await head(page), 'Log in');

  await page.goto('/log-in?to=/rules');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL(`${localhost}/rules`);
  assert.equal(await head(page), 'Bera');
  await page.goto('/account');
  assert.match(await page.locator('#passkeys-section').textContent() ?? '', /last used on/);
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.waitForURL(`${localhost}/`);

  await page.goto('/sign-up');
  await page.fill('#name', 'Bera');
  await page.getByRole('button', { name: 'With a passkey' }).click();
  await page.locator('#passkey-said', { hasText: 'somebody else’s' }).waitFor();
  complaints.length = 0;
  await page.fill('#name', 'Dagny');
  await page.getByRole('button', { name: 'With a passkey' }).click();
  await page.waitForURL('**/account?new');
  assert.equal(await head(page), 'Dagny');
  // The only way in stays; with a password it may go.
  await page.getByText('Passkeys', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('the only way into your account').waitFor();
  complaints.length = 0;
  await page.goto('/account');
  await page.getByText('Set a password', { exact: true }).click();
  await page.fill('#password-new', PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Passkeys', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Saved.').waitFor();

  await page.goto(`${server.address}/log-in`);
  await page.locator('#name').waitFor();
  assert.equal(await page.getByRole('button', { name: 'with a passkey' }).count(), 0);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a deleted account is gone, and its games say a former member', async () => {
  const host = await person(browser, server);
  await signUp(host.page, 'Erla');
  await makeGame(host.page, { mode: 'friend', side: 'attackers' });
  const friend = await person(browser, server);
  await friend.page.goto(await host.page.inputValue('#invite input'));
  await friend.page.click('main form button');
  await friend.page.waitForURL('**/game/**');
  await ready(friend.page);
  await friend.page.locator('#name-attackers a', { hasText: 'Erla' }).waitFor();

  await host.page.goto('/account');
  await host.page.getByText('Delete the account', { exact: true }).click();
  await host.page.fill('#delete-password', PASSWORD);
  await host.page.getByRole('button', { name: 'Delete my account' }).click();
  await host.page.waitForURL(`${server.address}/`);
  assert.equal(await head(host.page), 'Log in');
  await friend.page.locator('#name-attackers', { hasText: 'a former member' }).waitFor();
  await friend.page.locator('#status', { hasText: /resign/i }).waitFor();
  assert.deepEqual([host.complaints, friend.complaints], [[], []]);
  await host.context.close();
  await friend.context.close();
});
