// @ts-check
// Games of days: whose turn it is, a move that is asked about before it is sent, on to the next game, conditional moves, and a push.

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { PATIENCE, Server, launch, launchChromium, person, plies, ready, tap, waitForPlies } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {BrowserContextOptions, Page} from 'playwright-core' */

/** What our push service was sent. @type {{path: string, body: Buffer}[]} */
const pushed = [];
const service = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    pushed.push({ path: request.url ?? '', body: Buffer.concat(parts) });
    response.writeHead(201).end();
  });
});
/** @type {string} */
let services;

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  if (!address || typeof address === 'string') throw new Error('no free port');
  services = `http://127.0.0.1:${address.port}`;
  process.env.HNEFI_PUSH_TEST_SERVICE = services;
  server = await Server.start();
  browser = await launch();
});
after(async () => { await browser?.close(); await server?.stop(); service.close(); });

/** Ann's attackers in one more game with two days a move against Bo. @param {Page} ann @param {Page} bo */
async function gameOfDays(ann, bo) {
  await ann.goto('/');
  await ann.selectOption('#rules', 'fetlar-2018');
  await ann.check('#mode-friend');
  await ann.selectOption('#side', 'attackers');
  await ann.selectOption('#clock', '2d');
  await ann.click('form.new-game button[type=submit]');
  await ann.waitForURL('**/game/**');
  await ready(ann);
  await bo.goto(await ann.locator('#invite input').inputValue());
  await bo.getByRole('button', { name: 'Join' }).click();
  await bo.waitForURL('**/game/**');
  await ready(bo);
  await ann.waitForFunction(() => document.getElementById('invite')?.hidden);
  return ann.url();
}

/** @param {BrowserContextOptions} [options] Ann's @param {import('playwright-core').Browser} [hers] */
async function two(options, hers = browser) {
  const ann = await person(hers, server, options);
  const bo = await person(browser, server);
  return { ann, bo };
}

test('a move of days is sent when it is confirmed, and the next game waits', async () => {
  const { ann, bo } = await two({ viewport: { width: 320, height: 640 } });
  // The icon of an installed app is beyond the page; what it is told is not.
  await ann.context.addInitScript(() => {
    const told = /** @type {any} */ (globalThis);
    told.badges = [];
    Object.assign(navigator, {
      setAppBadge: async (/** @type {number} */ count) => { told.badges.push(count); },
      clearAppBadge: async () => { told.badges.push(0); },
    });
  });
  const first = await gameOfDays(ann.page, bo.page);
  const second = await gameOfDays(ann.page, bo.page);

  await ann.page.goto('/');
  await ann.page.waitForFunction(() => document.title.startsWith('(2) '));
  assert.deepEqual(await ann.page.evaluate(() => /** @type {any} */ (globalThis).badges), [2]);
  assert.match(await ann.page.innerText('#your-games'), /Your turn \(2\).*Your move · 1 day 23 h left/s);
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.goto('/rules/compare');
  await ann.page.waitForFunction(() => document.title.startsWith('(2) '));

  await ann.page.goto(first);
  await ready(ann.page);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.getByText('Send d1–d4?').waitFor();
  assert.equal(await ann.page.evaluate(() => document.activeElement?.id), 'confirm-send');
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.keyboard.press('Escape');
  await ann.page.locator('#confirm-move').waitFor({ state: 'hidden' });
  assert.equal(await plies(ann.page), 0, 'a move that is taken back was never sent');
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.keyboard.press('Enter');
  await waitForPlies(ann.page, 1);
  const next = ann.page.getByRole('link', { name: 'Next game: your move' });
  await next.waitFor();
  assert.equal(await next.evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href), second);
  await ann.page.waitForFunction(() => document.title.startsWith('(1) '));
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.check('#go-next');
  await ann.page.reload();
  await next.click();
  await ann.page.waitForURL(second);
  await ready(ann.page);

  // Who does not want to be asked says so once; and with the switch one goes on by itself.
  await ann.page.getByText('Board and sound').click();
  await ann.page.uncheck('#confirm-moves');
  await ann.page.locator('#board').scrollIntoViewIfNeeded();
  await bo.page.goto(first);
  await ready(bo.page);
  await tap(bo.page, 'f4');
  await tap(bo.page, 'e4');
  await bo.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(bo.page, 2);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.waitForURL(first);
  await ready(ann.page);
  await waitForPlies(ann.page, 2);
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});

test('a conditional move is played by the server, by keyboard alone, and seen by nobody before', async () => {
  const { ann, bo } = await two();
  await bo.page.setViewportSize({ width: 320, height: 640 });
  const game = await gameOfDays(ann.page, bo.page);
  await bo.page.focus('#conditional summary');
  await bo.page.keyboard.press('Enter');
  await assertNarrow(bo.page);
  await bo.page.focus('#conditional-add');
  await bo.page.keyboard.press('Enter');
  await bo.page.getByText('Play a move of the other side on the board.').waitFor();
  const type = async (/** @type {string} */ move) => {
    await bo.page.focus('#typed');
    await bo.page.keyboard.type(move);
    await bo.page.keyboard.press('Enter');
  };
  await type('d1-d4');
  await bo.page.getByText('If d1–d4, then …').waitFor();
  assert.equal(await bo.page.locator('#conditional-keep').isVisible(), false, 'a line ends with one’s own move');
  await type('f4-e4');
  await bo.page.locator('#conditional-says').getByText('If d1–d4, then f4–e4.').waitFor();
  await assertAccessible(bo.page);
  await assertNarrow(bo.page);
  await type('e1-e3');
  await type('e5-c5');
  await bo.page.locator('#conditional-says').getByText('If d1–d4, then f4–e4. If e1–e3, then e5–c5.').waitFor();
  await bo.page.focus('#conditional-keep');
  await bo.page.keyboard.press('Enter');
  await bo.page.locator('#conditional-lines li').waitFor();
  assert.equal(await bo.page.innerText('#conditional-title'), 'Conditional moves: 1 line');
  assert.equal(await plies(bo.page), 0);
  await assertAccessible(bo.page);
  await assertNarrow(bo.page);
  await ann.page.reload();
  await ready(ann.page);
  assert.ok(!(await ann.page.content()).includes('e5–c5') && !(await ann.page.content()).includes('e5-c5"'));
  await bo.page.goto('/');

  await ann.page.goto(game);
  await ready(ann.page);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(ann.page, 2);
  // Something else than foreseen ends what is left, and its owner is told.
  await tap(ann.page, 'g1');
  await tap(ann.page, 'g3');
  await ann.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(ann.page, 3);
  await bo.page.goto(game);
  await bo.page.getByText('Your conditional moves have ended').waitFor();
  await bo.page.getByRole('button', { name: 'All right' }).click();
  await bo.page.locator('#conditional-ended').waitFor({ state: 'hidden' });
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});

test('conditional moves that cannot be sent are not lost, and none are begun without a line to the server', async () => {
  const { ann, bo } = await two();
  await gameOfDays(ann.page, bo.page);
  const cut = async () => {
    await bo.context.setOffline(true);
    await bo.page.waitForFunction(() => document.getElementById('line')?.textContent?.includes('down'));
  };
  const mend = async () => {
    await bo.context.setOffline(false);
    await ready(bo.page);
  };
  await bo.page.click('#conditional summary');
  await cut();
  await bo.page.click('#conditional-add');
  await bo.page.locator('#message', { hasText: 'The line to the server is down.' }).waitFor();
  assert.equal(await bo.page.locator('#conditional-bar').isVisible(), false);
  await mend();
  await bo.page.click('#conditional-add');
  for (const [move, says] of [['d1-d4', 'If d1–d4, then …'], ['f4-e4', 'If d1–d4, then f4–e4.']]) {
    await bo.page.fill('#typed', move);
    await bo.page.press('#typed', 'Enter');
    await bo.page.locator('#conditional-says', { hasText: says }).waitFor();
  }
  await cut();
  await bo.page.click('#conditional-keep');
  assert.match(await bo.page.innerText('#message'), /The line to the server is down/);
  assert.equal(await bo.page.innerText('#conditional-says'), 'If d1–d4, then f4–e4.');
  await mend();
  await bo.page.click('#conditional-keep');
  await bo.page.locator('#conditional-lines li').waitFor();
  await ann.context.close();
  await bo.context.close();
});

/** Opens a message as a browser does (RFC 8291). @param {Buffer} body @param {import('node:crypto').ECDH} keys @param {Buffer} auth */
function opened(body, keys, auth) {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)];
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString();
  return text.slice(0, text.lastIndexOf('\u0002'));
}

test('who is away is told by a push, which the service worker shows', async (t) => {
  const chromium = await launchChromium();
  t.after(() => chromium.close());
  const { ann, bo } = await two({ serviceWorkers: 'allow' }, chromium);
  const game = await gameOfDays(ann.page, bo.page);
  const [keys, auth] = [createECDH('prime256v1'), Buffer.alloc(16, 7)];
  keys.generateKeys();
  // The browser's own push service is beyond the machine; this one stands in for it.
  const made = { endpoint: `${services}/to/ann`, keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') } };
  await ann.context.addInitScript((told) => {
    const there = { ...told, toJSON: () => told, unsubscribe: async () => { localStorage.removeItem('made'); return true; } };
    PushManager.prototype.subscribe = async () => { localStorage.setItem('made', 'yes'); return /** @type {any} */ (there); };
    PushManager.prototype.getSubscription = async () => /** @type {any} */ (localStorage.getItem('made') ? there : null);
  }, made);
  await ann.context.grantPermissions(['notifications'], { origin: server.address });
  const session = await ann.context.newCDPSession(ann.page);
  /** @type {string | undefined} */
  let registrationId;
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => { registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId; });
  await session.send('ServiceWorker.enable');
  await ann.page.goto('/');
  await ann.page.evaluate(async () => { await navigator.serviceWorker.ready; });
  await ann.page.focus('#push summary');
  await ann.page.keyboard.press('Enter');
  await ann.page.focus('#push-switch');
  await ann.page.keyboard.press('Space');
  await ann.page.getByText('This browser tells you from now on.').waitFor();
  await assertAccessible(ann.page);
  await assertNarrow(ann.page);
  await ann.page.reload();
  await ann.page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('push-switch')).checked);

  await ann.page.goto(game);
  await ready(ann.page);
  await tap(ann.page, 'd1');
  await tap(ann.page, 'd4');
  await ann.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(ann.page, 1);
  await ann.page.goto('/');
  await bo.page.waitForFunction(() => !document.querySelector('#player-attackers .online'));
  await waitForPlies(bo.page, 1);
  await tap(bo.page, 'f4');
  await tap(bo.page, 'e4');
  await bo.page.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForPlies(bo.page, 2);
  const until = Date.now() + PATIENCE;
  while (!pushed.length && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(pushed[0]?.path, '/to/ann');
  const data = opened(/** @type {{body: Buffer}} */ (pushed[0]).body, keys, auth);
  assert.equal(JSON.parse(data).url, new URL(game).pathname);
  assert.ok(registrationId);
  await session.send('ServiceWorker.deliverPushMessage', { origin: server.address, registrationId, data });
  const shown = await ann.page.evaluate(async (patience) => {
    const registration = await navigator.serviceWorker.ready;
    for (const end = Date.now() + patience; Date.now() < end;) {
      const [one] = await registration.getNotifications();
      if (one) return [one.title, one.data.url];
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return null;
  }, PATIENCE);
  assert.deepEqual(shown, ['Your move', new URL(game).pathname]);

  await ann.page.click('#push summary');
  // Where the server does not hear of it, it goes on, and the switch says so, after another look at the page, too.
  await ann.page.evaluate(() => {
    const own = fetch;
    globalThis.fetch = (what, how) => (what === '/push/unsubscribe' ? Promise.reject(new TypeError('no network')) : own(what, how));
  });
  await ann.page.click('#push-switch');
  await ann.page.getByText('It did not work.').waitFor();
  await ann.page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('push-switch')).checked);
  await ann.page.reload();
  await ann.page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('push-switch')).checked);
  await ann.page.click('#push summary');
  await ann.page.uncheck('#push-switch');
  await ann.page.getByText('This browser tells you nothing any more.').waitFor();
  assert.deepEqual([...ann.complaints, ...bo.complaints], []);
  await ann.context.close();
  await bo.context.close();
});

test('where a browser cannot tell, the switch says why', async () => {
  const { page, context } = await person(browser, server);
  await context.addInitScript(() => { Object.defineProperty(globalThis, 'isSecureContext', { value: false }); });
  await page.goto('/');
  await page.check('#mode-screen');
  await page.locator('#place-server').evaluate((box) => { /** @type {HTMLInputElement} */ (box).checked = true; });
  await page.click('form.new-game button[type=submit]');
  await page.waitForURL('**/game/**');
  await page.goto('/');
  await page.click('#push summary');
  await page.getByText('Browsers allow this only on pages that come by https.').waitFor();
  assert.equal(await page.isDisabled('#push-switch'), true);
  await context.close();
});
