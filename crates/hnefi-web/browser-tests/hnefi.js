// @ts-check
// A server of our own and a browser, for the tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { slowLine } from './slow.js';
import { onlyWhole } from './whole.js';

/** @import {Browser, BrowserContextOptions, Page} from 'playwright-core' */

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** How long what should happen at once may take, in milliseconds: a busy machine is no fault. */
export const PATIENCE = 90_000;

/** With a slow line, how long each piece of a page takes, in milliseconds. */
const PAUSE = Number(process.env.HNEFI_SLOW_LINE ?? 0);
if (!(PAUSE >= 0)) throw new Error(`HNEFI_SLOW_LINE is a number of milliseconds, not “${process.env.HNEFI_SLOW_LINE}”`);

/** A server with a data folder of its own, which can be killed and started again. */
export class Server {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;

  /** At first the system chooses one; who starts the server again finds it at the same. */
  port = 0;

  /** What is between the browser and the server, where the line is to be slow. @type {Awaited<ReturnType<typeof slowLine>> | undefined} */
  #line;

  /** @param {string} data */
  constructor(data) {
    this.data = data;
  }

  static async start() {
    const server = new Server(await mkdtemp(join(tmpdir(), 'hnefi-browser-')));
    await server.run();
    return server;
  }

  get address() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** @param {string | undefined} program another one than the built program */
  async run(program = process.env.HNEFI_BIN) {
    if (!program) throw new Error('HNEFI_BIN must name the built program');
    const child = spawn(program, ['serve', '--listen', `127.0.0.1:${PAUSE ? 0 : this.port}`, '--data', this.data, '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    // It prints its address when it is ready.
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = line.match(/127\.0\.0\.1:(\d+)/) ?? [];
      if (!port) continue;
      child.stdout.resume();
      if (PAUSE) this.#line = await slowLine(this.port, Number(port), PAUSE);
      this.port = this.#line?.port ?? Number(port);
      return;
    }
    throw new Error('the server ended before it was ready');
  }

  /** Signal 9: nothing can be saved on the way out. */
  async kill() {
    const child = this.#child;
    this.#child = null;
    await this.#line?.close();
    this.#line = undefined;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** Where Chromium is. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** @param {string} executablePath @param {string[]} flags */
async function launched(executablePath, flags) {
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  await onlyWhole(browser);
  return browser;
}

/** Chromium, or its headless shell, which is quicker and shows no notifications. @param {...string} flags what else it is started with @returns {Promise<Browser>} */
export const launch = (...flags) => launched(process.env.HEADLESS_SHELL ?? CHROMIUM, flags);

/** Chromium as people have it. @param {...string} flags what else it is started with @returns {Promise<Browser>} */
export const launchChromium = (...flags) => launched(CHROMIUM, flags);

/**
 * A person with a browser of his own. What the pages complain about is collected in `complaints`. Nothing is kept on the device, unless
 * the options allow service workers.
 * @param {Browser} browser
 * @param {Server} server
 * @param {BrowserContextOptions} [options]
 */
export async function person(browser, server, options = {}) {
  const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(PATIENCE);
  // Chromium may never say that it closed, though nothing is left to be seen; the browser itself is ended by the test. Its pages are left before,
  // so that nobody of this test is still there in the next one.
  const close = context.close.bind(context);
  context.close = async (options) => {
    await Promise.all(context.pages().map((page) => page.goto('about:blank').catch(() => {})));
    await Promise.race([close(options), sleep(PATIENCE, undefined, { ref: false })]);
  };
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  return { context, page, complaints };
}

/** What everybody who signs up here takes as a password. */
export const PASSWORD = 'a long walk by the sea';

/** @param {Page} page @param {string} name */
export async function signUp(page, name) {
  await page.goto('/sign-up');
  await page.fill('#name', name);
  await page.fill('#password', PASSWORD);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.locator('.codes code').first().waitFor();
}

/** @param {Page} page */
export function complaintsOf(page) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (message.text().includes('blocked by Playwright')) return;
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  return complaints;
}

/**
 * Makes a game on the server through the form on the first page.
 * @param {Page} page
 * @param {{rules?: string, mode?: string, side?: string, level?: string, games?: string}} choice
 */
export async function makeGame(page, { rules = 'fetlar-2018', mode = 'screen', side, level, games } = {}) {
  await page.goto('/');
  await page.selectOption('#rules', rules);
  await page.check(`#mode-${mode}`);
  if (side) await page.selectOption('#side', side);
  if (level) await page.selectOption('#level', level);
  if (games) await page.selectOption('#games', games);
  await keptOnServer(page);
  await page.click('form.new-game button[type=submit]');
  await page.waitForURL('**/game/**');
  await ready(page);
}

/** A game for two on this screen, on the server, from a position that is set up at the table. @param {Page} page @param {string} query */
export async function playOn(page, query) {
  await page.goto(`/table?${query}`);
  await page.locator('#table-play summary').click();
  await page.check('#table-play #mode-screen');
  await keptOnServer(page);
  await page.locator('#table-play button[type=submit]').click();
  await page.waitForURL('**/game/**');
  await ready(page);
}

/** Has the server keep the game that the form begins, wherever else it could be. @param {Page} page */
const keptOnServer = (page) => page.locator('#place-server').evaluate((box) => { /** @type {HTMLInputElement} */ (box).checked = true; });

/** Waits until a game has begun, wherever it is kept, and can be played. @param {Page} page */
export async function begun(page) {
  await page.waitForURL(/\/game\/|\/here#/);
  await ready(page);
}

/** Waits until the page has its line to the server, or to what this browser keeps. @param {Page} page */
export async function ready(page) {
  await page.waitForFunction(() => /Connected|confirmed|[Kk]ept in this browser/.test(document.getElementById('line')?.textContent ?? ''));
}

/** Plays a move by two taps, and waits until it is in the list. @param {Page} page @param {string} move */
export async function play(page, move) {
  const [from, to] = move.split('-');
  const before = await plies(page);
  await tap(page, `${from}`);
  await tap(page, `${to}`);
  await page.waitForFunction((count) => document.querySelectorAll('#move-list button').length > count, before);
}

/** A tap in the middle of a square. @param {Page} page @param {string} square */
export async function tap(page, square) {
  const box = await page.locator(`#board [data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** How many moves the list holds. @param {Page} page */
export const plies = (page) => page.locator('#move-list button').count();

/** Waits until the list holds so many moves. @param {Page} page @param {number} count */
export const waitForPlies = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('#move-list button').length === wanted, count);

/** Waits for words in the status line. @param {Page} page @param {string} words */
export const waitForStatus = (page, words) =>
  page.waitForFunction((wanted) => document.getElementById('status')?.textContent?.includes(wanted), words);
