// @ts-check
// Several workers that share searches; where the browser cannot run them, the server, one search after the other.

import { Desk } from './desk.js';
import { AskError, deskInPage } from './referee.js';

/** @import {At} from './types.js' */

/** What a search found. @typedef {{depth: number, nodes: number, score: number, win_in: number | null, loss_in: number | null, chances: [number, number, number], pv: string[]}} Found */

/** How many workers there are at most: each has a table of its own. */
const MOST = 4;
/** How long the server thinks about a position at most, in milliseconds. */
const LONGEST = 3000;
/** How long the server is left alone when it has too much to do, in milliseconds. */
const PAUSE = 1500;

/** What a search tells, without what a review does not need. @param {any} told @returns {Found} */
const plain = ({ depth, nodes, score, win_in, loss_in, chances, pv }) => ({ depth, nodes, score, win_in, loss_in, chances, pv });

export class Crew {
  /** @type {Desk[]} */
  #desks = [];
  #stopped = new AbortController();
  /** Somebody should know that the server has too much to do. */
  onBusy = () => {};

  /**
   * Searches positions, each over so many positions; `take` gets each as it is done. Ends early when the crew is dismissed.
   * @param {{at: At, nodes: number, ply: number}[]} tasks
   * @param {(ply: number, found: Found) => void} take
   */
  async search(tasks, take) {
    const { signal } = (this.#stopped = new AbortController());
    const desk = await deskInPage();
    const waiting = [...tasks];
    /** @param {(task: {at: At, nodes: number, ply: number}) => Promise<Found | null>} search */
    const work = async (search) => {
      for (let task = waiting.shift(); task && !signal.aborted; task = waiting.shift()) {
        const found = await search(task);
        if (found && !signal.aborted) take(task.ply, found);
      }
    };
    const wanted = desk ? Math.min(MOST, navigator.hardwareConcurrency || 1, tasks.length) : 0;
    while (desk && this.#desks.length < wanted) this.#desks.push(new Desk(desk.module));
    try {
      if (!desk) await work((task) => this.#there(task, signal));
      await Promise.all(this.#desks.map((own) => work(async ({ at, nodes }) => plain(await own.ask({ ask: 'analyse', at, game: 'review', nodes })))));
    } catch (error) {
      // Whoever dismisses the crew knows that its searches end.
      if (!signal.aborted) throw error;
    }
  }

  /** Stops all searches; the workers give their memory back. */
  dismiss() {
    this.#stopped.abort();
    for (const desk of this.#desks) desk.close();
    this.#desks = [];
  }

  /** @param {{at: At, nodes: number}} task @param {AbortSignal} signal @returns {Promise<Found | null>} */
  async #there({ at, nodes }, signal) {
    const body = JSON.stringify({ at, lines: 1, nodes, ms: LONGEST });
    while (!signal.aborted) {
      const response = await fetch('/api/analyse', { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal });
      const answer = await response.json();
      // What the server had no time for is not wanted again.
      if (response.ok) return answer.lines[0] ? { ...plain(answer.lines[0]), nodes } : null;
      if (response.status !== 429) throw new AskError(answer?.error?.message ?? '');
      this.onBusy();
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return null;
  }
}
