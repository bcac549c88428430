// @ts-check
// Times the module in Chromium beside the same desk built for this machine, question by question in turn, and prints a table.
// HNEFI_BIN is the server, HNEFI_ANSWER the example `answer` of hnefi-wasm, built with --release.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { Server, launch, person } from './hnefi.js';

const ROUNDS = Number(process.argv[2] ?? 5);
/** Rule sets, and how deep their trees are gone through: some ten million leaves. @type {[string, number][]} */
const RULES = [['fetlar-2018', 4], ['copenhagen', 4], ['brandubh', 5], ['tablut-saami', 4]];

const program = process.env.HNEFI_ANSWER ?? 'answer';
const native = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: native.stdout })[Symbol.asyncIterator]();

/** @param {object} ask @returns {Promise<{ms: number, told: any}>} */
async function askNative(ask) {
  native.stdin.write(`${JSON.stringify(ask)}\n`);
  return JSON.parse(String((await lines.next()).value));
}

const server = await Server.start();
const browser = await launch();
const { page } = await person(browser, server);
await page.goto('/table');
const ready = await page.evaluate(async () => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const { Desk } = await import(new URL('desk.js', script).href);
  const begun = performance.now();
  const bytes = await (await fetch(new URL('../wasm/hnefi.wasm', script), { cache: 'no-store' })).arrayBuffer();
  const fetched = performance.now();
  const module = await WebAssembly.compile(bytes);
  const compiled = performance.now();
  const desk = new Desk(module);
  await desk.ask({ ask: 'position', at: { rules: 'fetlar-2018' } });
  Object.assign(window, { desk });
  return { fetched: fetched - begun, compiled: compiled - fetched, answered: performance.now() - compiled };
});
console.log(`ready: fetched in ${ready.fetched.toFixed(0)} ms, compiled in ${ready.compiled.toFixed(0)} ms, first answer after ${ready.answered.toFixed(0)} ms more`);

/** @param {object} ask @returns {Promise<{ms: number, told: any}>} */
const askHere = (ask) => page.evaluate(async (asked) => {
  const begun = performance.now();
  const answer = await /** @type {any} */ (window).desk.ask(asked);
  return { ms: performance.now() - begun, told: { answer } };
}, ask);

/** Some moves by chance. @param {string} rules @param {number} round */
async function position(rules, round) {
  /** @type {string[]} */
  const moves = [];
  for (let ply = 0; ply < 6 + 2 * round; ply++) {
    const { told } = await askNative({ ask: 'position', at: { rules, moves } });
    /** @type {[string, string[]][]} */
    const legal = Object.entries(told.answer.legal);
    const [from, to] = legal[(ply * 7 + round * 3) % legal.length] ?? ['', []];
    if (told.answer.outcome || !from) break;
    moves.push(`${from}-${to[0]}`);
  }
  return { rules, moves };
}

/** @type {Map<string, {native: number[], here: number[], ratio: number[]}>} */
const results = new Map();
for (let round = 0; round < ROUNDS; round++) {
  /** @type {[string, object, (told: any) => number][]} */
  const asks = [];
  for (const [rules, depth] of RULES) {
    asks.push([`perft, every leaf made, depth ${depth}, ${rules}`, { ask: 'perft', at: { rules }, depth, made: true }, (told) => told.answer.leaves]);
    asks.push([`search, 300,000 positions, ${rules}`, { ask: 'analyse', at: await position(rules, round), nodes: 300_000, game: `${round}` }, (told) => told.answer.nodes]);
  }
  for (const [name, ask, count] of asks) {
    const there = await askNative(ask);
    const here = await askHere(ask);
    if (count(there.told) !== count(here.told)) throw new Error(`${name}: ${count(there.told)} and ${count(here.told)}`);
    const found = results.get(name) ?? { native: [], here: [], ratio: [] };
    results.set(name, found);
    found.native.push(count(there.told) / there.ms);
    found.here.push(count(here.told) / here.ms);
    found.ratio.push(there.ms / here.ms);
  }
}
/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
console.log('| what | native, thousand a second | Chromium | ratio, median (least to most) |\n|---|---|---|---|');
for (const [name, { native: there, here, ratio }] of results) {
  console.log(`| ${name} | ${median(there).toFixed(0)} | ${median(here).toFixed(0)} | ${median(ratio).toFixed(2)} (${Math.min(...ratio).toFixed(2)} to ${Math.max(...ratio).toFixed(2)}) |`);
}

for (const ask of ['analyse', 'prove']) {
  const stops = await page.evaluate(async ({ kind, at }) => {
    const found = [];
    for (let turn = 0; turn < 20; turn++) {
      const stop = new AbortController();
      let told = 0;
      setTimeout(() => { told = performance.now(); stop.abort(); }, 150 + 37 * turn);
      const { desk } = /** @type {any} */ (window);
      const answer = await desk.ask({ ask: kind, at, game: `stop ${turn}` }, { signal: stop.signal });
      if (!told) continue;
      const ms = performance.now() - told;
      await desk.ask({ ask: 'position', at });
      found.push({ ms, next: performance.now() - told, found: answer !== null });
    }
    return found;
  }, { kind: ask, at: await position('copenhagen', 3) });
  const times = stops.map(({ ms }) => ms);
  const next = stops.map((stop) => stop.next);
  console.log(`${ask}, told to stop ${stops.length} times: answered after ${median(times).toFixed(1)} ms (median), ${Math.max(...times).toFixed(1)} ms at most, and what was asked then after ${median(next).toFixed(0)} ms, ${Math.max(...next).toFixed(0)} ms at most${ask === 'analyse' ? `; ${stops.filter(({ found }) => found).length} times with what was found` : ''}`);
}
native.stdin.end();
await browser.close();
await server.stop();
