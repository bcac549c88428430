// @ts-check
// The line to the server: it tells when it is down, mends itself, and carries a move until it is confirmed.

/** @import {ServerMessage} from './types.js' */

const PING_EVERY = 10_000;
const SILENCE = 25_000;
// After a move an answer is due at once; without one the line is tried anew.
const ANSWER = 6_000;
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** @typedef {{kind: 'joining'} | {kind: 'open'} | {kind: 'down', until: number} | {kind: 'closed', reason: string}} LineStatus */

/**
 * @typedef {object} LineOptions
 * @property {string} path such as `/ws/game/…`
 * @property {() => object} hello what to say first
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(status: LineStatus) => void} onStatus
 */

export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #heard = 0;
  #due = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  #closed = false;

  /** @param {LineOptions} options */
  constructor(options) {
    this.options = options;
    setInterval(() => this.#watch(), 1_000);
    setInterval(() => this.send({ type: 'ping' }), PING_EVERY);
    window.addEventListener('online', () => this.now());
    // A socket looks open long after the network is gone.
    window.addEventListener('offline', () => this.#drop());
    document.addEventListener('visibilitychange', () => { if (!document.hidden && !this.open) this.now(); });
    window.addEventListener('pageshow', (event) => { if (event.persisted) this.now(); });
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends if the line is open, and says whether it was.
   * @param {object} message
   */
  send(message) {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  /** The answer to what was just sent is due soon. */
  expectAnswer() {
    this.#due = performance.now() + ANSWER;
  }

  /** Tries again now. */
  now() {
    if (this.#closed || this.open) return;
    this.#tries = 0;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#forget();
    this.options.onStatus({ kind: 'joining' });
    const address = new URL(this.options.path, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#heard = performance.now();
    socket.onopen = () => {
      this.#heard = performance.now();
      this.send(this.options.hello());
      this.options.onStatus({ kind: 'open' });
    };
    socket.onmessage = (event) => {
      this.#heard = performance.now();
      this.#due = 0;
      this.#tries = 0;
      /** @type {ServerMessage} */
      let message;
      try { message = JSON.parse(event.data); } catch { return; }
      this.options.onMessage(message);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (event.code === 1000 || event.code === 1008) {
        this.#closed = true;
        this.options.onStatus({ kind: 'closed', reason: event.reason });
      } else this.#wait();
    };
  }

  #wait() {
    const wait = (WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 15_000) * (0.75 + Math.random() / 2);
    this.#tries++;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
    this.options.onStatus({ kind: 'down', until: Date.now() + wait });
  }

  #drop() {
    if (this.#closed) return;
    this.#forget();
    this.#wait();
  }

  #forget() {
    const old = this.#socket;
    this.#socket = null;
    this.#due = 0;
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  #watch() {
    if (!this.#socket || this.#closed) return;
    const now = performance.now();
    if (now - this.#heard > SILENCE || (this.#due > 0 && now > this.#due)) this.#drop();
  }
}
