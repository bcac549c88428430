// @ts-check
// The computer that thinks about a position: in a worker of its own where the browser can run it, else on the server, within its fair share.

import { Desk, DeskError } from './desk.js';
import { AskError, deskInPage } from './referee.js';

/** @import {At, FoundLine, WhyMessage} from './types.js' */

/** How long the server is asked to think, one time after the other, in milliseconds. */
const SPELLS = [400, 1000, 2000, 4000, 5000];
/** How long it is left alone when it has too much to do, in milliseconds. */
const PAUSE = 1500;

/**
 * What was found so far: the lines, how many positions were looked at in how many milliseconds, and whether in this browser.
 * @typedef {{lines: FoundLine[], nodes: number, ms: number, here: boolean}} Found
 */

export class Computer {
  /** @type {Promise<Desk | null> | null} */
  #desk = null;

  /**
   * Thinks about a position, deeper and deeper, until it is told to stop, or as long as the server does.
   * @param {At} at @param {{lines: number, signal: AbortSignal, goes: (found: Found) => void}} how
   */
  async analyse(at, how) {
    await this.#either((desk) => this.#here(desk, at, how), () => this.#there(at, how));
  }

  /** Looks for a forced win; null where it was told to stop. @param {At} at @param {AbortSignal} signal @returns {Promise<Omit<WhyMessage, 'type'> | null>} */
  prove(at, signal) {
    return this.#either((desk) => desk.ask({ ask: 'prove', at }, { signal }), () => post('/api/prove', { at }, signal));
  }

  /** @template T @param {(desk: Desk) => Promise<T>} here @param {() => Promise<T>} there */
  async #either(here, there) {
    const desk = await this.#inPage();
    if (!desk) return there();
    try {
      return await here(desk);
    } catch (error) {
      if (!(error instanceof DeskError) || error.code !== 'broken') throw error instanceof DeskError ? new AskError(error.message) : error;
      // A module that broke is asked no more.
      this.#desk = Promise.resolve(null);
      return there();
    }
  }

  #inPage() {
    // Whoever saves data is answered by the server, as long as there is one.
    if (/** @type {any} */ (navigator).connection?.saveData && navigator.onLine) return null;
    // The referee has a worker to itself: it answers while the computer thinks.
    return (this.#desk ??= deskInPage().then((desk) => {
      // It may be there the next time.
      if (!desk) this.#desk = null;
      return desk && new Desk(desk.module);
    }));
  }

  /** @param {Desk} desk @param {At} at @param {{lines: number, signal: AbortSignal, goes: (found: Found) => void}} how */
  async #here(desk, at, { lines, signal, goes }) {
    const begun = performance.now();
    /** @type {FoundLine[]} */
    let coming = [];
    /** @type {FoundLine[]} */
    let before = [];
    await desk.ask({ ask: 'analyse', at, game: 'analysis', lines }, {
      signal,
      goes: (/** @type {FoundLine} */ told) => {
        if (told.line === 1) [before, coming] = [merged(coming, before), []];
        coming.push(told);
        goes({ lines: merged(coming, before), nodes: told.nodes, ms: performance.now() - begun, here: true });
      },
    });
  }

  /** @param {At} at @param {{lines: number, signal: AbortSignal, goes: (found: Found) => void}} how */
  async #there(at, { lines, signal, goes }) {
    for (let spell = 0; spell < SPELLS.length;) {
      const found = await post('/api/analyse', { at, lines, ms: SPELLS[spell] }, signal);
      if (signal.aborted) return;
      if (found) {
        const nodes = Math.max(0, ...found.lines.map((/** @type {FoundLine} */ line) => line.nodes));
        goes({ lines: found.lines, nodes, ms: found.ms, here: false });
        spell++;
      } else await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** Lines of a depth before those of the depth before that are not among them. @param {FoundLine[]} coming @param {FoundLine[]} before */
function merged(coming, before) {
  const first = new Set(coming.map(({ pv }) => pv[0]));
  return [...coming, ...before.filter(({ pv }) => !first.has(pv[0]))].slice(0, Math.max(coming.length, before.length));
}

/** Asks the server; null where it has too much to do, or it was told to stop. @param {string} path @param {object} question @param {AbortSignal} signal @returns {Promise<any>} */
async function post(path, question, signal) {
  try {
    const response = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question), signal });
    if (response.status === 429) return null;
    const answer = await response.json();
    if (!response.ok) throw new AskError(answer?.error?.message ?? '');
    return answer;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
