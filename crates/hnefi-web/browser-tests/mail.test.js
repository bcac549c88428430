// @ts-check
// Mail with a server of the test's own: an address is confirmed, a password forgotten and chosen anew; the pages are narrow and accessible.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { PASSWORD, PATIENCE, Server, launch, person, signUp } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

/** What came in. @type {{to: string, text: string}[]} */
const mails = [];

/** A mail server that takes everything. */
const post = createServer((socket) => {
  let to = '';
  /** @type {string[] | null} */
  let lines = null;
  socket.write('220 localhost\r\n');
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (lines && line !== '.') return void lines.push(line);
    if (lines) {
      mails.push({ to, text: lines.join('\n') });
      lines = null;
    }
    if (line === 'DATA') lines = [];
    if (line.startsWith('RCPT TO:')) to = line.slice('RCPT TO:<'.length, line.indexOf('>'));
    socket.write(line === 'DATA' ? '354 go on\r\n' : '250 well\r\n');
  });
});

/** The link in the next mail to an address, and no mail twice. @param {string} to */
async function link(to) {
  for (const until = Date.now() + PATIENCE; Date.now() < until;) {
    const at = mails.findIndex((mail) => mail.to === to);
    const text = at < 0 ? '' : String(mails.splice(at, 1)[0]?.text).replaceAll('=\n', '').replaceAll('=3D', '=');
    const found = text.match(/http:\S+/);
    if (found) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return assert.fail(`no mail came to ${to}`);
}

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  post.listen(0, '127.0.0.1');
  await once(post, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (post.address());
  server = await Server.start();
  await server.kill();
  Object.assign(process.env, { HNEFI_SMTP: `smtp://127.0.0.1:${port}`, HNEFI_MAIL_FROM: 'Hnefi <hnefi@tafl.example>', HNEFI_PUBLIC_URL: server.address });
  await server.run();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  post.close();
});

/** @param {Page} page @param {string} name */
async function looksGood(page, name) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => { fold.open = true; }));
  await assertNarrow(page);
  await assertAccessible(page);
  if (process.env.HNEFI_SHOTS) await page.screenshot({ path: `${process.env.HNEFI_SHOTS}/mail-${name}.png`, fullPage: true });
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`an address is confirmed, and a forgotten password chosen anew (${colorScheme})`, async () => {
    const [name, address] = colorScheme === 'light' ? ['Astrid', 'astrid@tafl.example'] : ['Bersi', 'bersi@tafl.example'];
    const { page, complaints, context } = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    await signUp(page, name);
    await page.goto('/account');
    await looksGood(page, `none-${colorScheme}`);
    await page.fill('#mail-address', address);
    await page.fill('#mail-password', PASSWORD);
    await page.getByRole('button', { name: 'Send me a link to confirm it' }).click();
    await page.getByText('not confirmed yet').waitFor();
    await looksGood(page, `waiting-${colorScheme}`);
    await page.goto(await link(address));
    await looksGood(page, `confirm-${colorScheme}`);
    await page.getByRole('button', { name: 'It is mine' }).click();
    await page.getByRole('heading', { name: 'Your mail address is confirmed' }).waitFor();
    await looksGood(page, `confirmed-${colorScheme}`);
    await page.goto('/account');
    await looksGood(page, `account-${colorScheme}`);

    const elsewhere = await person(browser, server, { colorScheme, viewport: { width: 320, height: 640 } });
    await elsewhere.page.goto('/recover');
    await elsewhere.page.getByRole('link', { name: 'Have a link sent by mail instead' }).click();
    await looksGood(elsewhere.page, `reset-${colorScheme}`);
    await elsewhere.page.fill('#who', name);
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.getByText('a mail is on its way there').waitFor();
    await looksGood(elsewhere.page, `sent-${colorScheme}`);
    const reset = await link(address);
    await elsewhere.page.goto(reset);
    await looksGood(elsewhere.page, `choose-${colorScheme}`);
    await elsewhere.page.fill('#password', 'another walk, by the lake');
    await elsewhere.page.keyboard.press('Enter');
    await elsewhere.page.waitForURL('**/account');
    await elsewhere.page.goto(reset);
    await elsewhere.page.getByRole('heading', { name: 'This link works no more' }).waitFor();
    await looksGood(elsewhere.page, `worn-${colorScheme}`);
    await page.goto('/account');
    await page.waitForURL('**/log-in**');
    assert.deepEqual(complaints, []);
    await elsewhere.context.close();
    await context.close();
  });
}
