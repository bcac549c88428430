// @ts-check
// The referee in the page: it rules as the native one does, and where it cannot be had the server is asked.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

import { Server, launch, person, tap } from './hnefi.js';

/** @import {Page} from 'playwright-core' */

const MODULE = new URL('../assets/wasm/hnefi.wasm', import.meta.url);
/** Without it every page asks the server, which the other tests are about. */
const skip = existsSync(MODULE) ? false : 'there is no module here: `cargo xtask wasm` makes it';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Waits until it is settled who answers the page. @param {Page} page @param {'page' | 'server'} who */
const answeredBy = (page, who) => page.waitForFunction((wanted) => document.documentElement.dataset.referee === wanted, who);

/** Puts questions to a desk of the page, one after the other. @param {Page} page @param {object[]} asks @returns {Promise<any[]>} */
const askAll = (page, asks) => page.evaluate(async (all) => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const { Desk } = await import(new URL('desk.js', script).href);
  const desk = new Desk(await WebAssembly.compileStreaming(fetch(new URL('../wasm/hnefi.wasm', script))));
  const answers = [];
  for (const ask of all) answers.push(await desk.ask(ask).then((/** @type {any} */ answer) => ({ answer }), (/** @type {any} */ { message, code }) => ({ error: { code, message } })));
  desk.close();
  return answers;
}, asks);

test('the chapters, trees of moves and 20,000 random plies a rule set come out as in the native referee', { skip, timeout: 300_000 }, async () => {
  const native = process.env.HNEFI_NATIVE;
  assert.ok(native, 'HNEFI_NATIVE must name the built example `native` of hnefi-wasm');
  const { stdout } = await promisify(execFile)(native, ['20000', '3'], { maxBuffer: 1 << 28 });
  /** @type {{ask: any, told: any}[]} */
  const asked = JSON.parse(stdout);
  const walks = asked.filter(({ ask }) => ask.ask === 'walk');
  assert.ok(walks.length >= 17 && walks.every(({ told }) => told.answer.plies === 20_000 && told.answer.ends > 0));
  assert.ok(asked.filter(({ ask }) => ask.ask === 'position').length > 500);
  const judged = asked.filter(({ ask }) => ask.ask === 'judge');
  assert.ok(judged.length >= 17 && judged.every(({ told }) => told.answer.positions === 2_000));
  const { context, page } = await person(browser, server);
  await page.goto('/table');
  const answers = await askAll(page, asked.map(({ ask }) => ask));
  asked.forEach(({ ask, told: { id: _, ...told } }, at) => assert.deepEqual(answers[at], told, JSON.stringify(ask)));
  await context.close();
});

test('at the table the referee in the page answers as the server does, and goes on without it', { skip }, async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto('/table?rules=fetlar-2018');
  await answeredBy(page, 'page');
  /** @type {string[]} */
  const sent = [];
  page.on('request', (request) => { if (request.url().includes('/api/')) sent.push(request.url()); });
  await context.setOffline(true);
  await tap(page, 'd1');
  await tap(page, 'e3');
  await page.locator('#verdict .refusal').waitFor();
  const here = await page.locator('#verdict').innerText();
  const groups = await page.locator('#others').innerText();
  assert.deepEqual(sent, []);
  await context.setOffline(false);
  assert.deepEqual(complaints, []);
  await page.route('**/wasm/hnefi.wasm', (route) => route.abort());
  await page.reload();
  await answeredBy(page, 'server');
  assert.equal(await page.locator('#verdict').innerText(), here);
  assert.equal(await page.locator('#others').innerText(), groups);
  await context.close();
});

test('a module that was lost on the way is fetched again once it is needed', { skip }, async () => {
  const { context, page } = await person(browser, server);
  await page.route('**/wasm/hnefi.wasm', (route) => route.abort(), { times: 1 });
  await page.goto('/table');
  await answeredBy(page, 'server');
  await page.route('**/api/table', (route) => route.abort());
  await tap(page, 'd1');
  await tap(page, 'e3');
  await page.locator('#verdict .refusal').waitFor();
  await context.close();
});

test('a module of another edition is not asked', { skip }, async () => {
  const { context, page } = await person(browser, server);
  await page.route('**/table', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/data-edition="\w+"/, 'data-edition="another"') });
  });
  await page.goto('/table');
  await answeredBy(page, 'server');
  const answered = page.waitForResponse('**/api/table');
  await tap(page, 'd1');
  await tap(page, 'e3');
  assert.ok((await answered).ok());
  await page.locator('#verdict .refusal').waitFor();
  await context.close();
});

test('a browser that cannot compile the module asks the server', { skip }, async () => {
  const { context, page } = await person(browser, server);
  // A browser that knows no vectors finds instructions in it that it does not know: here it is one that none knows.
  const unknown = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 5, 1, 3, 0, 0x27, 0x0b];
  await page.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: Buffer.from(unknown) }));
  await page.goto('/table');
  await answeredBy(page, 'server');
  const answered = page.waitForResponse('**/api/table');
  await tap(page, 'd1');
  await tap(page, 'e3');
  assert.ok((await answered).ok());
  await page.locator('#verdict .refusal').waitFor();
  await context.close();
});

test('a search tells of itself, stops when it is told, and the next one goes on', { skip }, async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto('/table');
  const said = await page.evaluate(async () => {
    const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
    const { Desk } = await import(new URL('desk.js', script).href);
    const desk = new Desk(await WebAssembly.compileStreaming(fetch(new URL('../wasm/hnefi.wasm', script))));
    const at = { rules: 'fetlar-2018' };
    const { edition } = await desk.ask({ ask: 'about' });
    let depth = 0;
    const stops = new AbortController();
    // It has no limit: without the word it would go on for ever.
    const found = await desk.ask({ ask: 'analyse', at }, {
      signal: stops.signal,
      goes: (/** @type {any} */ told) => { depth = told.depth; if (depth === 3) stops.abort(); },
    });
    const hint = await desk.ask({ ask: 'hint', at });
    const late = await desk.ask({ ask: 'hint', at }, { signal: stops.signal });
    // What has not begun may be stopped, too; what goes on goes on.
    const [running, waiting] = [new AbortController(), new AbortController()];
    const goesOn = desk.ask({ ask: 'analyse', at: { rules: 'brandubh' } }, { signal: running.signal, goes: () => waiting.abort() });
    const both = [await desk.ask({ ask: 'prove', at }, { signal: waiting.signal })];
    running.abort();
    both.push((await goesOn)?.line);
    // What hears nothing is ended, and what waits behind it is asked of another worker.
    const deaf = new AbortController();
    const walking = desk.ask({ ask: 'walk', rules: 'copenhagen', plies: 100_000_000, seed: 1 }, { signal: deaf.signal });
    const behind = desk.ask({ ask: 'about' });
    setTimeout(() => deaf.abort(), 100);
    const ended = await walking;
    const same = (await behind).edition === edition;
    // Nothing but another search waits for one that does not stop: not even until its worker is ended, which never happens here.
    const [stubborn, wait] = [new AbortController(), window.setTimeout];
    const stays = desk.ask({ ask: 'walk', rules: 'copenhagen', plies: 100_000_000, seed: 1 }, { signal: stubborn.signal });
    // What is stopped before it has begun never begins.
    await new Promise((resolve) => { wait(resolve, 0); });
    window.setTimeout = /** @type {any} */ (() => 1);
    stubborn.abort();
    await stays;
    /** @type {string | null} */
    let past = null;
    for (let turn = 0; turn < 100 && !past; turn++) {
      void desk.ask({ ask: 'about' }).then((/** @type {any} */ about) => { past = about.edition; });
      await new Promise((resolve) => { wait(resolve, 100); });
    }
    window.setTimeout = wait;
    desk.close();
    return { depth, found, hint, late, both, ended, same, past: past === edition };
  });
  // It is answered at once: nothing is told after the word.
  assert.deepEqual([said.depth, said.found?.depth], [3, 3]);
  assert.match(said.hint.says, /The computer would play/);
  assert.deepEqual([said.late, said.both, said.ended, said.same, said.past], [null, [null, 1], null, true, true]);
  assert.deepEqual(complaints, []);
  await context.close();
});
