// @ts-check
// The app on a device: what works with the network off, that versions never mix, and the folder for any web host.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { beginHere, installed, playToEnd } from './here.js';
import { Server, launch, makeGame, person, play, plies, ready, tap, waitForPlies } from './hnefi.js';
import { assertAccessible, assertNarrow } from './manners.js';

/** @import {Page} from 'playwright-core' */

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };
const MODULE = new URL('../assets/wasm/hnefi.wasm', import.meta.url);
/** What a browser may have to load to install the app, compressed. */
const MOST = 2_500_000;

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { server = await Server.start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.stop(); });

/** @param {Page} page */
async function readWithoutNetwork(page) {
  await page.goto('/rules/fetlar-2018');
  assert.match(await page.innerText('h1'), /Fetlar/);
  assert.ok(await page.locator('svg.diagram').count() > 20, 'the boards are there');
  await page.goto('/rules/copenhagen');
  assert.match(await page.innerText('h1'), /Copenhagen/);
  await page.goto('/rules/fetlar-2018/sheet');
  assert.ok(await page.locator('.sheet svg.diagram').count() > 0);
  await page.goto('/rules/compare');
  await page.locator('#differing').waitFor();
  await page.goto('/disputes');
  assert.ok(await page.locator('#found svg.diagram').count() > 10);
  // Where this build has a referee for pages that fits it, At the table rules, too.
  await page.goto('/table');
  const referee = await page.waitForFunction(() => document.documentElement.dataset.referee);
  if (await referee.jsonValue() === 'page') {
    await page.locator('#verdict .clause').first().waitFor();
    await page.fill('#typed', 'd1-c2');
    await page.press('#typed', 'Enter');
    await page.locator('#verdict .refusal').waitFor();
    assert.match(await page.innerText('#verdict'), /straight/);
    await page.goto('/analyse');
    await page.waitForSelector('#analyse[data-path=""]');
    await tap(page, 'd1');
    await tap(page, 'd4');
    await page.waitForSelector('#score [data-move="d1-d4"]');
    await page.waitForURL(/#[0-9a-f-]{36}$/);
    await page.click('#export summary');
    await page.click('#export [data-format=otg]');
    await page.locator('#file-said', { hasText: '.otg' }).waitFor();
    await beginHere(page, { mode: 'computer', side: 'attackers', level: 1 });
    await play(page, 'd1-c1');
    await waitForPlies(page, 2);
    for (const [address, heading] of /** @type {[string, RegExp][]} */ ([['/table?rules=brandubh', /At the table/], ['/read?text=d1-d4', /A game/], ['/house/edit', /Make house rules/]])) {
      await page.goto(address);
      assert.match(await page.innerText('h1'), heading);
    }
  }
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgba(0, 0, 0, 0)', 'the styles are there');
}

test('after one visit the rules are there with the network off, and what needs a server says so', async () => {
  const { page, context, complaints } = await person(browser, server, { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await installed(page);
  assert.deepEqual(complaints, []);
  await server.kill();
  await context.setOffline(true);
  try {
    await readWithoutNetwork(page);
    await page.goto('/');
    await page.locator('#away').waitFor();
    assert.match(await page.innerText('#away'), /Games with a friend/);
    await assertNarrow(page);
    await page.goto('/game/nowhere');
    assert.match(await page.innerText('h1'), /Without a network/);
    assert.match(await page.innerText('main'), /Games with a friend/);
    await assertNarrow(page);
    await assertAccessible(page);
    await page.getByRole('link', { name: 'The book of disputes' }).click();
    await page.locator('#found').waitFor();
  } finally {
    await context.setOffline(false);
    await server.run();
  }
  await page.goto('/');
  await page.locator('#opening-board').waitFor();
  await context.close();
});

test('where a proxy says that its server is away, what is on the device answers', async () => {
  const { page, context } = await person(browser, server, { serviceWorkers: 'allow' });
  await page.goto('/');
  await installed(page);
  await server.kill();
  const proxy = createServer((_, response) => response.writeHead(502).end('Bad gateway'));
  proxy.listen(server.port, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    await page.goto('/rules/fetlar-2018');
    assert.match(await page.innerText('h1'), /Fetlar/);
    assert.equal((await page.goto('/game/nowhere'))?.status(), 502);
  } finally {
    const closed = once(proxy, 'close');
    proxy.close();
    proxy.closeAllConnections();
    await closed;
    await server.run();
  }
  await context.close();
});

test('a new version is fetched whole, offered, and taken without a lost move', async () => {
  const { page, context } = await person(browser, server, { serviceWorkers: 'allow' });
  await makeGame(page);
  await installed(page);
  await play(page, 'd1-d4');
  const version = () => page.evaluate(() => document.documentElement.dataset.version);
  const old = await version();
  const second = await context.newPage();
  await second.goto(page.url());
  await ready(second);
  const other = await otherVersion();
  await server.kill();
  try {
    await server.run(other);
    const box = page.locator('#fresh > div');
    await box.waitFor({ timeout: 120_000 });
    await second.locator('#fresh > div').waitFor({ timeout: 120_000 });
    assert.match(await box.innerText(), /A new version of this page is ready/);
    // It is not taken in the middle of the game, which goes on.
    assert.equal(await version(), old);
    await ready(page);
    await play(page, 'f4-i4');
    assert.equal(await version(), old);
    await page.click('#fresh-reload');
    await page.waitForFunction((was) => document.documentElement.dataset.version !== was, old);
    await ready(page);
    assert.equal(await plies(page), 2);
    // The other tab is not changed under its reader's hands, and takes it, too, once that is asked for.
    assert.equal(await second.evaluate(() => document.documentElement.dataset.version), old);
    await second.click('#fresh-reload');
    await second.waitForFunction((was) => document.documentElement.dataset.version !== was, old);
    // One version is kept, not two.
    const fresh = await version();
    await page.waitForFunction(async (is) => { const names = await caches.keys(); return names.length === 1 && names[0] === `hnefi-${is}`; }, fresh);
    await server.kill();
    await page.goto('/rules/brandubh');
    assert.equal(await version(), fresh);
  } finally {
    await server.kill();
    await rm(other);
    await server.run();
    await context.close();
  }
});

test('a page without a service worker is told that its server has another version', async () => {
  const { page, context } = await person(browser, server);
  // What listens to the line comes after the board.
  await page.addInitScript(() => {
    const add = document.addEventListener;
    document.addEventListener = (/** @type {any[]} */ ...what) => {
      add.apply(document, /** @type {any} */ (what));
      if (what[0] === 'hnefi-line') document.documentElement.dataset.listens = '';
    };
  });
  await makeGame(page);
  const other = await otherVersion();
  await page.locator('html[data-listens]').waitFor({ state: 'attached' });
  await server.kill();
  try {
    await server.run(other);
    const box = page.locator('#fresh > div');
    await box.waitFor();
    assert.match(await box.innerText(), /of another version than its server/);
    await page.click('#fresh-reload');
    await ready(page);
    assert.equal(await box.isVisible(), false);
  } finally {
    await server.kill();
    await rm(other);
    await server.run();
    await context.close();
  }
});

test('the app installs with less than 2.5 MB', async () => {
  const script = (await fetched('/sw.js')).text;
  const { files, assets, pages } = JSON.parse(script.slice(script.indexOf('{'), script.indexOf(';\n')));
  let bytes = 0;
  for (const address of ['/sw.js', ...files, ...assets, ...pages]) bytes += (await fetched(address)).bytes;
  assert.ok(pages.length > 30 && assets.length > 30);
  assert.ok(bytes > 100_000 && bytes < MOST, `${bytes} bytes`);
  console.log(`# the app installs with ${(bytes / 1000).toFixed(0)} kB in ${files.length + assets.length + pages.length} files`);
});

test('what a system needs to install the app is there', async () => {
  const manifest = JSON.parse((await fetched('/manifest.webmanifest')).text);
  assert.equal(manifest.start_url, '/');
  const { page, context } = await person(browser, server);
  await page.goto('/');
  assert.equal(await page.getAttribute('link[rel=manifest]', 'href'), '/manifest.webmanifest');
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    assert.equal(size, sizes);
  }
  await context.close();
});

/** The folder for any web host, and a host that serves it and knows nothing else. */
async function folderHost() {
  const folder = join(await mkdtemp(join(tmpdir(), 'hnefi-site-')), 'site');
  await promisify(execFile)(process.env.HNEFI_BIN ?? '', ['site', folder]);
  const host = createServer(async ({ url, method }, response) => {
    const { pathname, search } = new URL(url ?? '/', 'http://host');
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      if (method !== 'GET') throw new Error('files take nothing');
      const content = await readFile(file);
      response.writeHead(200, { 'content-type': KINDS[/** @type {keyof typeof KINDS} */ (extname(file))] ?? 'text/plain' }).end(content);
    } catch (error) {
      // A folder is led to its slash, as hosts do.
      if (error instanceof Error && 'code' in error && error.code === 'EISDIR') response.writeHead(301, { location: `${pathname}/${search}` }).end();
      else response.writeHead(method === 'GET' ? 404 : 405).end('There is no such file.');
    }
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = host.address();
  assert.ok(address && typeof address === 'object');
  const end = () => { host.close(); host.closeAllConnections(); };
  return { url: `http://127.0.0.1:${address.port}`, end, remove: () => rm(join(folder, '..'), { recursive: true, force: true }) };
}

test('the folder for any web host is the app, and works with the network off', async () => {
  const host = await folderHost();
  const context = await browser.newContext({ baseURL: host.url });
  const page = await context.newPage();
  try {
    await page.goto('/');
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.locator('.cards').first().waitFor();
    await installed(page);
    host.end();
    await readWithoutNetwork(page);
    await beginHere(page, { mode: 'computer', side: 'defenders', level: 3 });
    await playToEnd(page);
    assert.match(await page.innerText('#status'), /wins?:|draw/);
    await page.goto('/');
    assert.match(await page.innerText('main'), /needs a Hnefi server/);
    await page.locator('#opening-board').waitFor();
    // There is no server to choose, and a friend's game says that it needs one.
    assert.equal(await page.locator('.place-option').isVisible(), false);
    await page.check('#mode-friend');
    await page.click('form.new-game button[type=submit]');
    assert.match(await page.innerText('.begin-said'), /needs the server/);
    assert.equal((await page.goto('/game/nowhere'))?.status(), 503);
    assert.match(await page.innerText('h1'), /This needs a server/);
    assert.equal(await page.locator('#fresh > div').isVisible(), false);
  } finally {
    host.end();
    await context.close();
    await host.remove();
  }
});

test('where a host of files may keep nothing on the device, the referee writes the page that an address or a form asks for', { skip: existsSync(MODULE) ? false : 'there is no module here' }, async () => {
  const host = await folderHost();
  const { context, page } = await person(browser, server, { baseURL: host.url });
  /** @type {string[]} */
  const thrown = [];
  page.on('pageerror', (error) => thrown.push(`${page.url()}: ${error.message}`));
  try {
    await page.goto('/table?rules=brandubh&position=/1K5/7/7/2t4/7/7/5t1/&turn=defenders&move=b1-c2');
    await page.locator('#verdict .refusal').waitFor();
    assert.equal(await page.locator('#board [data-square]').count(), 49);
    assert.match(await page.locator('#board [data-square=b1]').innerText(), /king/);
    assert.match(page.url(), /rules=brandubh/);
    await page.click('.theme label:has([value=dark])');
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');

    await page.goto('/disputes?q=corner&rules=brandubh');
    await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.getElementById('q'))?.value === 'corner');
    const found = await page.innerText('#found');
    await page.fill('#q', 'shieldwall');
    await page.waitForFunction((was) => document.getElementById('found')?.innerText !== was, found);

    await page.goto('/house');
    await page.getByRole('link', { name: 'Brandubh' }).click();
    await page.locator('#house-said .allowed').waitFor();
    await page.click('#question-no-move label:has([value=draw])');
    await page.locator('#house-differs', { hasText: 'A draw' }).waitFor();

    await page.goto('/read');
    await page.fill('#text', '[Rules "brandubh"]\n\n1. d1-c1 d3-c3\n');
    await page.click('#read-it');
    await page.locator('#import-game').waitFor();
    assert.equal(await page.locator('#score [data-number]').count(), 2);
    await page.click('#export summary');
    await page.locator('button[data-format]').first().click();
    await page.locator('#file-text').waitFor();
    assert.deepEqual(thrown, []);

    // Where nobody can write it, it is the page that the host has.
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/table?rules=brandubh');
    await page.waitForFunction(() => document.querySelectorAll('#board [data-square]').length === 121);
  } finally {
    host.end();
    await context.close();
    await host.remove();
  }
});

/** The same program with another digest, as a later build has it. */
async function otherVersion() {
  const path = join(await mkdtemp(join(tmpdir(), 'hnefi-other-')), 'hnefi');
  await copyFile(process.env.HNEFI_BIN ?? '', path);
  await appendFile(path, 'another version');
  return path;
}

/** What is loaded of an address, as a browser asks for it. @param {string} path @returns {Promise<{bytes: number, text: string}>} */
async function fetched(path) {
  const plain = path === '/sw.js' || path.endsWith('.webmanifest');
  const asked = request(server.address + path, { headers: { 'accept-encoding': plain ? 'identity' : 'br, gzip' } }).end();
  const [response] = await once(asked, 'response');
  assert.equal(response.statusCode, 200, path);
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  return { bytes: all.length, text: plain ? all.toString() : '' };
}
