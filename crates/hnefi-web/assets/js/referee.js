// @ts-check
// The referee whom a page asks: the one in the page where it is ready, else the one on the server. Both are asked the same.

import { Desk, DeskError } from './desk.js';

/** @import {At, HouseAnswer, TableAnswer, WhyMessage} from './types.js' */

/** What is wrong with a question, as the referee says it. */
export class AskError extends Error {}

/** @type {Promise<Desk | null> | null} */
let loading = null;

/**
 * The desk in the page; null where the module is missing, is of another edition than the page, or the browser cannot run it.
 * @returns {Promise<Desk | null>}
 */
export function deskInPage() {
  loading ??= load().catch((error) => {
    // What was lost on the way may come the next time; what this browser cannot compile it never can.
    if (!(error instanceof WebAssembly.CompileError)) loading = null;
    return null;
  });
  return loading;
}

async function load() {
  if (typeof WebAssembly !== 'object' || typeof Worker !== 'function') return null;
  const response = await fetch(new URL('../wasm/hnefi.wasm', import.meta.url));
  if (response.status >= 500) throw new TypeError('the server has no time');
  if (response.status !== 200) return null;
  const module = await WebAssembly.compileStreaming(response);
  const desk = new Desk(module);
  await desk.ready;
  const { edition } = await desk.ask({ ask: 'about' });
  if (edition === document.documentElement.dataset.edition) return desk;
  desk.close();
  return null;
}

export class Referee {
  /** @type {Desk | null} */
  #desk = null;
  #broken = false;

  /** The module comes when the page has nothing else to do: the page is used before. */
  constructor() {
    // Whoever saves data is answered by the server, as long as there is one.
    if (/** @type {any} */ (navigator).connection?.saveData) return;
    const begin = () => void this.#load();
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 5_000 });
    else setTimeout(begin, 2_000);
  }

  /** Whether the referee in the page answers. */
  get inPage() {
    return this.#desk !== null;
  }

  /** A question at the table. @param {object} question @returns {Promise<TableAnswer>} */
  table(question) {
    return this.#ask('table', '/api/table', question);
  }

  /** House rules. @param {object} question @returns {Promise<HouseAnswer>} */
  house(question) {
    return this.#ask('house', '/api/house', question);
  }

  /** An analysis at a place, after a change; or as a file. @param {object} question @returns {Promise<any>} */
  study(question) {
    return this.#ask('study', '/api/study', question);
  }

  /** Why a piece stands, or what is to be said of a move. @param {{at: At, square?: string, move?: string}} question @returns {Promise<Omit<WhyMessage, 'type'>>} */
  why(question) {
    return this.#ask('why', '/api/why', question, question);
  }

  /** What each rule set says of the last move. @param {{at: At}} question @returns {Promise<TableAnswer>} */
  rulings(question) {
    return this.#ask('rulings', '/api/rulings', question, question);
  }

  /** What a whole game shows. @param {object} question @returns {Promise<any>} */
  review(question) {
    return this.#ask('review', '/api/review', question);
  }

  /** How a move does in the place of a mistake. @param {object} question @returns {Promise<any>} */
  tryMove(question) {
    return this.#ask('try', '/api/try', question);
  }

  async #load() {
    this.#desk = await deskInPage();
    document.documentElement.dataset.referee = this.#desk ? 'page' : 'server';
  }

  /** @param {string} ask @param {string} path @param {object} question what the server is asked @param {object} [here] the same as the module is asked @returns {Promise<any>} */
  async #ask(ask, path, question, here = { question }) {
    if (this.#desk) {
      try {
        return await this.#desk.ask({ ask, ...here });
      } catch (error) {
        if (!(error instanceof DeskError)) throw error;
        if (error.code !== 'broken') throw new AskError(error.message);
        // A module that broke is asked no more.
        this.#broken = true;
        this.#desk = null;
        document.documentElement.dataset.referee = 'server';
      }
    }
    let response;
    try {
      response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) });
      // A host of files answers with a page, and knows no referee.
      if (!response.headers.get('content-type')?.includes('json')) throw new TypeError('there is no referee');
    } catch (offline) {
      // The module may be on its way still.
      const desk = await deskInPage();
      if (!desk || this.#broken) throw offline;
      this.#desk = desk;
      return this.#ask(ask, path, question, here);
    }
    const answer = await response.json();
    if (!response.ok) throw new AskError(answer?.error?.message ?? '');
    return answer;
  }
}
