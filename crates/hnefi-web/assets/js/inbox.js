// @ts-check
// What the server says, in its order. The computer's answer waits until one's own move has been seen to arrive.

/** @import {ServerMessage} from './types.js' */

/** How long after one's own move the computer's is shown at the earliest, in milliseconds. */
const REPLY = 500;

export class Inbox {
  /** @type {ServerMessage[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #moved = -REPLY;

  /** @param {(message: ServerMessage) => void} receive */
  constructor(receive) {
    this.receive = receive;
  }

  /** One's own move sets off now. */
  moved() {
    this.#moved = performance.now();
  }

  /** @param {ServerMessage} message */
  take(message) {
    this.#waiting.push(message);
    this.#open();
  }

  #open() {
    if (this.#timer !== undefined) return;
    for (let message = this.#waiting[0]; message; message = this.#waiting[0]) {
      const wait = isReply(message) ? this.#moved + REPLY - performance.now() : 0;
      if (wait > 0) {
        this.#timer = setTimeout(() => { this.#timer = undefined; this.#open(); }, wait);
        return;
      }
      this.#waiting.shift();
      this.receive(message);
    }
  }
}

/** Whether a message brings a move of the computer. @param {ServerMessage} message */
function isReply(message) {
  const newest = message.type === 'state' ? message.plies.at(-1) : undefined;
  return message.type === 'state' && newest !== undefined && message.players[newest.by].kind === 'computer';
}
