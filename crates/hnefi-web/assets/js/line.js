// @ts-check
// The line to the server: it tells when it is down, mends itself, and carries a move until it is confirmed.

import { t } from './words.js';

/** @import {ClientMessage, GameLine, LineOptions, Links, ServerMessage} from './types.js' */

const PING_EVERY = 10_000;
/** How long the line may take to open and to be greeted. */
const OPENING = 25_000;
/** How long a ping may go without an answer. */
const PONG = 15_000;
// After a move an answer is due at once; without one the line is tried anew.
const ANSWER = 6_000;
/** How long after the last look one comes late: the page slept, or its timers did. */
const LATE = 4_000;
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

const SAYS = { sent: 'play-move-sent', unsent: 'play-move-unsent', confirmed: 'play-move-confirmed', unasked: 'play-why-offline' };
/** What an answer is due to at once. */
const ANSWERED = ['move', 'why'];

/** @implements {GameLine} */
export class Line {
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  /** When an answer is overdue; 0 while none is awaited. */
  #due = 0;
  /** When it was last looked for. */
  #looked = performance.now();
  /** Whether it was asked for anew after a late look. */
  #anew = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  #closed = false;

  /**
   * @param {{socket: string, text: string, file: string}} places the address of the socket, such as `/ws/game/…`, and of the game as text; the name of a file for that
   * @param {LineOptions} options
   */
  constructor(places, options) {
    this.places = places;
    this.options = options;
    setInterval(() => this.#watch(), 1_000);
    setInterval(() => this.send({ type: 'ping' }), PING_EVERY);
    window.addEventListener('online', () => this.now());
    // A socket looks open long after the network is gone.
    window.addEventListener('offline', () => this.#drop());
    document.addEventListener('visibilitychange', () => { if (!document.hidden && !this.open) this.now(); });
    window.addEventListener('pageshow', (event) => { if (event.persisted) this.now(); });
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends if the line is open, and says whether it was.
   * @param {ClientMessage} message
   */
  send(message) {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    if (message.type === 'ping') this.#expect(PONG);
    if (ANSWERED.includes(message.type)) this.#expect(ANSWER);
    return true;
  }

  /** Something is to come, unless something else is due before. @param {number} within */
  #expect(within) {
    const due = performance.now() + within;
    this.#due = this.#due ? Math.min(this.#due, due) : due;
  }

  /** @param {'sent' | 'unsent' | 'confirmed' | 'unasked'} state @param {string} move */
  says(state, move) {
    return t(SAYS[state], { move });
  }

  /** @param {string} game */
  address(game) {
    return `/game/${game}`;
  }

  async text() {
    const response = await fetch(`${this.places.text}?clauses`).catch(() => null);
    return response?.ok ? { text: await response.text(), name: this.places.file } : null;
  }

  async plain() {
    const response = await fetch(this.places.text).catch(() => null);
    return response?.ok ? response.text() : null;
  }

  /** @param {Links} links */
  async share(links) {
    const address = links.watch ?? location.href;
    return { address, says: t('play-shared', { link: address }) };
  }

  /** Connects now. */
  now() {
    if (this.#closed || this.open) return;
    this.#tries = 0;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#forget();
    this.options.onStatus({ kind: 'joining', says: t('play-line-joining') });
    const address = new URL(this.places.socket, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#expect(OPENING);
    socket.onopen = () => {
      this.#heard();
      this.#expect(OPENING);
      this.send(this.options.hello());
      this.options.onStatus({ kind: 'open', says: t('play-line-open') });
      document.dispatchEvent(new Event('hnefi-line'));
    };
    socket.onmessage = (event) => {
      this.#heard();
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
        const says = event.reason ? t('play-line-closed-reason', { reason: event.reason }) : t('play-line-closed');
        this.options.onStatus({ kind: 'closed', says });
      } else this.#wait();
    };
  }

  #wait() {
    const wait = (WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 15_000) * (0.75 + Math.random() / 2);
    this.#tries++;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), wait);
    this.options.onStatus({ kind: 'down', says: t('play-line-down') });
  }

  #drop() {
    if (this.#closed) return;
    this.#forget();
    this.#wait();
  }

  /** The line lives: nothing that is awaited is overdue. */
  #heard() {
    this.#due = 0;
    this.#anew = false;
  }

  #forget() {
    const old = this.#socket;
    this.#socket = null;
    this.#heard();
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
  }

  #watch() {
    const now = performance.now();
    const late = now - this.#looked > LATE;
    this.#looked = now;
    if (!this.#socket || this.#closed || !this.#due || now < this.#due) return;
    if (late && !this.#anew) {
      // What has come meanwhile is perhaps not heard yet, and a ping of before the sleep says nothing of now.
      this.#heard();
      this.#anew = true;
      this.#expect(PONG);
      this.send({ type: 'ping' });
    } else this.#drop();
  }
}
