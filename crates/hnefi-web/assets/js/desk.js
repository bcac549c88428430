// @ts-check
// A desk in the page: a worker with the module, to which questions are put one after the other. A search can be stopped.

/** How long a search may take to stop before its worker is ended, in milliseconds. */
const STOPS = 35;

/** @typedef {{code: string, message: string}} Trouble */
/** @typedef {{game: string, message?: any, append?: any, search?: any, stop?: true, wake_at?: number}} GameEvent */
/**
 * What was asked and is not answered yet. `token` is there as long as it may go on; `found` is what was told of it last; `late`
 * is the timer that ends its worker, once it was told to stop.
 * @typedef {{id: number, text: string, token: string, found: any, answer: (answer: any) => void, fail: (error: Error) => void, goes?: (told: any) => void, late?: number}} Asked
 */

export class DeskError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Desk {
  /** @type {Bench | null} */
  #bench;
  /** Another worker, for when the first one does not stop in time. @type {Bench | null} */
  #spare = null;
  /** What the worker does. @type {Asked | null} */
  #doing = null;
  /** What it is to do then. @type {Asked[]} */
  #waiting = [];
  #next = 1;
  /** @type {(event: GameEvent) => void} */
  onGame = () => {};

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.#bench = this.#begin();
  }

  /** When the module can be asked; an error where it cannot. */
  get ready() {
    return this.#bench?.ready ?? Promise.reject(closed());
  }

  /**
   * Asks something. What is asked while a search goes on waits.
   * @param {object} ask
   * @param {{goes?: (told: any) => void, signal?: AbortSignal}} [how] `goes` is told of an analysis as it goes on; `signal` stops a search, which is answered at once with what it told of itself last, else with null
   * @returns {Promise<any>}
   */
  async ask(ask, { goes, signal } = {}) {
    await this.ready;
    if (signal?.aborted) return null;
    if (!this.#bench) throw closed();
    if (signal) this.#spare ??= this.#begin().warm();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const stop = () => this.#stop(asked);
      const done = () => {
        signal?.removeEventListener('abort', stop);
        if (asked.token) URL.revokeObjectURL(asked.token);
      };
      /** @type {Asked} */
      const asked = {
        id,
        text: JSON.stringify({ id, ...ask }),
        // A search looks whether this is still there; to take it away is to say stop.
        token: signal ? URL.createObjectURL(new Blob(['on'])) : '',
        found: null,
        answer: (answer) => { done(); resolve(answer); },
        fail: (error) => { done(); reject(error); },
        ...(goes ? { goes } : {}),
      };
      signal?.addEventListener('abort', stop);
      this.#waiting.push(asked);
      this.#go();
    });
  }

  /** Ends the workers, and what was asked of them. */
  close() {
    this.#end(closed());
  }

  /** The next question, if nothing is done. */
  #go() {
    if (this.#doing && !this.#swap()) return;
    this.#doing = this.#waiting.shift() ?? null;
    if (this.#doing) this.#bench?.put(this.#doing);
  }

  /**
   * Only another search waits for one that was told to stop, because its worker has learnt something for it. All else goes to the other
   * worker at once, whatever the machine is at, and the one that stops is the other one from then on.
   */
  #swap() {
    const [stopping, next] = [this.#doing, this.#waiting[0]];
    const [bench, spare] = [this.#bench, this.#spare];
    if (!stopping?.late || !next || next.token || !bench || !spare?.isFree) return false;
    clearTimeout(stopping.late);
    [this.#bench, this.#spare] = [spare, bench];
    setTimeout(() => {
      if (bench.doing !== stopping.id) return;
      bench.close();
      if (this.#spare === bench) this.#spare = this.#begin().warm();
    }, STOPS);
    return true;
  }

  /** Who asked waits no longer; what is asked then waits until the worker is through, or there is another one. @param {Asked} asked */
  #stop(asked) {
    asked.answer(asked.found);
    this.#waiting = this.#waiting.filter((other) => other !== asked);
    if (this.#doing !== asked) return;
    asked.late = setTimeout(() => this.#replace(), STOPS);
    this.#go();
  }

  /** The worker is ended, whatever it does, and what it has learnt is lost. */
  #replace() {
    this.#bench?.close();
    const spare = this.#spare?.isFree ? this.#spare : null;
    this.#bench = spare ?? this.#begin();
    if (spare) this.#spare = null;
    this.#doing = null;
    this.#go();
  }

  #begin() {
    /** @type {Bench} */
    const bench = new Bench(this.module, (told) => {
      if (told.game) this.onGame(told);
      else if (bench === this.#bench) this.#take(told);
    });
    bench.onBroken = (error) => {
      if (bench === this.#bench) this.#end(error);
      else if (bench === this.#spare) this.#spare = null;
    };
    bench.ready.catch(bench.onBroken);
    return bench;
  }

  /** @param {{id: number, answer?: any, goes?: any, error?: Trouble}} told */
  #take({ id, answer, goes, error }) {
    const asked = this.#doing;
    if (asked?.id !== id) return;
    if (goes !== undefined) {
      if (goes.line === 1) asked.found = goes;
      if (!asked.late) asked.goes?.(goes);
      return;
    }
    clearTimeout(asked.late);
    this.#doing = null;
    if (error) asked.fail(new DeskError(error.message, error.code));
    else asked.answer(answer);
    this.#go();
  }

  /** @param {DeskError} error */
  #end(error) {
    clearTimeout(this.#doing?.late);
    this.#bench?.close();
    this.#spare?.close();
    this.#bench = this.#spare = null;
    const asked = [...(this.#doing ? [this.#doing] : []), ...this.#waiting];
    this.#doing = null;
    this.#waiting = [];
    for (const { fail } of asked) fail(error);
  }
}

const closed = () => new DeskError('the desk is closed', 'broken');

/** A worker with the module. */
class Bench {
  /** It cannot be asked any more. @type {(error: DeskError) => void} */
  onBroken = () => {};

  /** The number of the question that it is at; null if there is none. @type {number | null} */
  doing = -1;

  /** @param {WebAssembly.Module} module @param {(told: any) => void} tell */
  constructor(module, tell) {
    this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    /** When it can be asked; an error where it cannot. @type {Promise<void>} */
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        if (told.ready) {
          if (this.doing === -1) this.doing = null;
          resolve();
        } else if (told.failed) reject(new DeskError(told.failed, 'broken'));
        else {
          if (told.id === this.doing && !('goes' in told)) this.doing = null;
          tell(told);
        }
      };
      this.worker.onerror = (event) => {
        const error = new DeskError(event.message, 'broken');
        reject(error);
        this.onBroken(error);
      };
    });
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    this.worker.postMessage({ module, seed });
  }

  /** Whether it is there, and does nothing. */
  get isFree() {
    return this.doing === null;
  }

  /** @param {{id: number, text: string, token: string}} asked */
  put({ id, text, token }) {
    this.doing = id;
    this.ready.then(() => this.worker.postMessage({ text, token }), () => {});
  }

  /** Asks what nobody wants to know: the first answer of a worker takes longest. */
  warm() {
    this.put({ id: 0, text: '{"id":0,"ask":"position","at":{"rules":"brandubh"}}', token: '' });
    return this;
  }

  close() {
    this.worker.terminate();
  }
}
