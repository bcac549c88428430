// @ts-check
// A desk in the page: a worker with the module, to which questions are put one after the other. A search can be stopped.

/** How long a search may take to stop before its worker is ended, in milliseconds. */
const STOPS = 40;

/** @typedef {{code: string, message: string}} Trouble */
/** @typedef {{game: string, message?: any, append?: any, search?: any, stop?: true, wake_at?: number}} GameEvent */

export class DeskError extends Error {
  /** @param {string} message @param {string} code */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

export class Desk {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void, goes?: (told: any) => void, token: string}>} */
  #asked = new Map();
  #next = 1;
  /** @type {Promise<void>} */
  #begun = Promise.resolve();
  /** @type {(event: GameEvent) => void} */
  onGame = () => {};

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    this.#renew();
  }

  /** When the module can be asked; an error where it cannot. */
  get ready() {
    return this.#begun;
  }

  /**
   * Asks something. What is asked while a search goes on waits.
   * @param {object} ask
   * @param {{goes?: (told: any) => void, signal?: AbortSignal}} [how] `goes` is told of an analysis as it goes on; `signal` stops a search, which is answered then with what it has found
   * @returns {Promise<any>}
   */
  async ask(ask, { goes, signal } = {}) {
    await this.#begun;
    if (signal?.aborted) return null;
    if (!this.#worker) throw new DeskError('the desk is closed', 'broken');
    const id = this.#next++;
    // A search looks whether this is still there; to take it away is to say stop.
    const token = signal ? URL.createObjectURL(new Blob(['on'])) : '';
    return new Promise((resolve, reject) => {
      const stop = () => this.#stop(id);
      const done = () => {
        signal?.removeEventListener('abort', stop);
        if (token) URL.revokeObjectURL(token);
      };
      this.#asked.set(id, {
        resolve: (answer) => { done(); resolve(answer); },
        reject: (error) => { done(); reject(error); },
        token,
        ...(goes ? { goes } : {}),
      });
      signal?.addEventListener('abort', stop);
      this.#worker?.postMessage({ text: JSON.stringify({ id, ...ask }), token });
    });
  }

  /** Ends the worker, and what it was asked. */
  close() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#fail('the desk is closed');
  }

  /** @param {number} id */
  #stop(id) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    URL.revokeObjectURL(asked.token);
    setTimeout(() => {
      const late = this.#asked.get(id);
      if (!late) return;
      // What it has learnt is lost; what it was asked besides is asked anew by who wants it.
      this.#asked.delete(id);
      this.#worker?.terminate();
      this.#fail('the search was ended');
      this.#renew();
      late.resolve(null);
    }, STOPS);
  }

  #renew() {
    this.#begun = new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
      this.#worker = worker;
      worker.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        if (told.ready) resolve();
        else if (told.failed) this.#broken(told.failed, reject);
        else if (told.game) this.onGame(told);
        else this.#take(told);
      };
      worker.onerror = (event) => this.#broken(event.message, reject);
      const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
      worker.postMessage({ module: this.module, seed });
    });
    // Who asks is told.
    this.#begun.catch(() => {});
  }

  /** @param {{id: number, answer?: any, goes?: any, error?: Trouble}} told */
  #take({ id, answer, goes, error }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    if (goes !== undefined) {
      asked.goes?.(goes);
      return;
    }
    this.#asked.delete(id);
    if (error) asked.reject(new DeskError(error.message, error.code));
    else asked.resolve(answer);
  }

  /** @param {string} why @param {(error: Error) => void} reject */
  #broken(why, reject) {
    this.#worker?.terminate();
    this.#worker = null;
    reject(new DeskError(why, 'broken'));
    this.#fail(why);
  }

  /** @param {string} why */
  #fail(why) {
    for (const asked of this.#asked.values()) asked.reject(new DeskError(why, 'broken'));
    this.#asked.clear();
  }
}
