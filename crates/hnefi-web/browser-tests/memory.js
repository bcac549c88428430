// @ts-check
// Analyses one game after the other in Chromium with one worker, and prints after each position how much memory the module has. The
// argument is how many minutes it goes on. HNEFI_BIN is the server.

import { Server, launch, person } from './hnefi.js';

const MINUTES = Number(process.argv[2] ?? 60);
/** How long each position is looked at, in seconds: most of them shortly, as people do. */
const LOOKS = [20, 20, 300, 20, 20, 20];
/** So many moves of a line are gone through before another game begins. */
const PLIES = 40;

const server = await Server.start();
const browser = await launch();
const { page, context } = await person(browser, server);
context.setDefaultTimeout(700_000);
await page.route('**/js/worker.js', async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()}\nself.bytes = () => desk?.memory.buffer.byteLength ?? 0;\n` });
});
await page.goto('/table');
await page.evaluate(async () => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const { Desk } = await import(new URL('desk.js', script).href);
  Object.assign(window, { desk: new Desk(await WebAssembly.compileStreaming(fetch(new URL('../wasm/hnefi.wasm', script)))) });
});

const begun = Date.now();
const since = () => (Date.now() - begun) / 60_000;
let at = { rules: 'copenhagen', moves: /** @type {string[]} */ ([]) };
let most = 0;
for (let number = 0; since() < MINUTES; number++) {
  const seconds = LOOKS[number % LOOKS.length] ?? 20;
  const found = await page.evaluate(async ({ at, seconds }) => {
    const stops = new AbortController();
    setTimeout(() => stops.abort(), seconds * 1_000);
    const question = { ask: 'analyse', at, game: 'study', lines: 3 };
    return await /** @type {any} */ (window).desk.ask(question, { signal: stops.signal, goes: () => {} });
  }, { at, seconds });
  const bytes = await Promise.all(page.workers().map((worker) => worker.evaluate(() => /** @type {any} */ (self).bytes?.() ?? 0)));
  most = Math.max(most, ...bytes);
  const mebibytes = bytes.map((count) => (count / 2 ** 20).toFixed(2)).join(' and ');
  console.log(`${since().toFixed(1)} min: ${at.rules}, ply ${at.moves.length}, depth ${found?.depth}, ${found?.nodes} positions: ${mebibytes} MiB`);
  const next = found?.pv?.[0];
  if (next && at.moves.length < PLIES) at = { ...at, moves: [...at.moves, next] };
  else at = { rules: at.rules === 'copenhagen' ? 'fetlar-2018' : 'copenhagen', moves: [] };
}
console.log(`at most ${(most / 2 ** 20).toFixed(2)} MiB`);
await browser.close();
await server.stop();
