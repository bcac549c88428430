// @ts-check
// The clocks by the board. What the server said is counted down from when it came; only the server judges.

import { byId, el, setText } from './dom.js';
import { play } from './sound.js';
import { t, tn } from './words.js';

/** @import {GameStore} from './store.js' */
/** @import {ClockState, Side} from './types.js' */

const SIDES = /** @type {const} */ (['attackers', 'defenders']);
const A_DAY = 24 * 60 * 60_000;
/** Below this, tenths are shown. */
const TENTHS = 10_000;
/** How often the clocks are looked at while one of them runs, in milliseconds. */
const EVERY = 100;

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/** What is left, as a clock shows it. @param {number} ms */
export function clockText(ms) {
  if (ms < TENTHS) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  if (ms >= A_DAY) return t('clock-days', { days: Math.floor(ms / A_DAY), hours: Math.floor((ms % A_DAY) / 3_600_000) });
  const seconds = Math.floor(ms / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What a move took, briefly. @param {number} ms */
export function tookText(ms) {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return clockText(ms);
}

export class ClocksPanel {
  /** When the state came, by the page's own clock. */
  #came = performance.now();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticks;
  /** Whether it was told that the own time is low. */
  #told = false;

  /** @param {GameStore} store @param {(message: {type: string}) => void} send */
  constructor(store, send) {
    this.store = store;
    this.give = el('button', { type: 'button', class: 'clock-give', title: t('clock-give'), 'aria-label': t('clock-give'), onclick: () => send({ type: 'give-time' }) }, '+15 s');
    const row = (/** @type {Side} */ side) => {
      const parts = { who: el('span', { class: 'clock-who' }), note: el('span', { class: 'clock-note soft' }), time: el('span', { class: 'clock-time', role: 'timer', 'aria-label': t(`clock-of-${side}`) }) };
      const icon = document.querySelector(`#player-${side} .piece-icon`)?.cloneNode(true);
      return { ...parts, row: el('div', { class: 'clock-row', id: `clock-${side}` }, ...(icon ? [icon] : []), parts.who, parts.note, parts.time) };
    };
    this.rows = { attackers: row('attackers'), defenders: row('defenders') };
  }

  /** A state has come. */
  took() {
    this.#came = performance.now();
  }

  render() {
    const { state } = this.store;
    const { clock } = state;
    byId('game').classList.toggle('timed', Boolean(clock));
    for (const id of ['clock-above', 'clock-below']) byId(id).hidden = !clock;
    clearInterval(this.#ticks);
    if (!clock) return;
    // Who looks on from a seat has his own clock below the board.
    const own = state.you[0] ?? 'attackers';
    const other = this.rows[own === 'attackers' ? 'defenders' : 'attackers'];
    place('clock-below', this.rows[own].row);
    place('clock-above', other.row);
    if (state.actions.includes('give-time')) other.time.before(this.give);
    else this.give.remove();
    for (const side of SIDES) {
      const { row, who } = this.rows[side];
      setText(who, byId(`name-${side}`).textContent || t(`play-${side}`));
      row.classList.toggle('running', clock.running === side);
    }
    if ((clock.running && !clock.stands) || clock.absent || clock.next_ms !== null) this.#ticks = setInterval(() => this.#tick(clock), EVERY);
    this.#tick(clock);
  }

  /** @param {ClockState} clock */
  #tick(clock) {
    const gone = performance.now() - this.#came;
    const waits = Math.max(0, clock.waits_ms - gone);
    const run = clock.stands ? 0 : Math.max(0, gone - clock.waits_ms);
    for (const side of SIDES) {
      const { row, note, time } = this.rows[side];
      const runs = clock.running === side;
      const first = runs ? clock.first_ms : null;
      const left = Math.max(0, clock[side] - (runs && first === null ? run : 0));
      setText(time, clockText(left));
      const low = left < clock.low_ms && clock.running !== null;
      row.classList.toggle('low', low);
      if (runs && clock.stands) setText(note, t('clock-stands'));
      else if (runs && waits > 0) setText(note, t('clock-waits', { seconds: Math.ceil(waits / 1_000) }));
      else setText(note, first === null ? '' : t('clock-first', { time: clockText(Math.max(0, first - run)) }));
      if (runs) this.#tell(side, low, left);
    }
    this.#absent(clock, gone);
    const next = byId('next-begins');
    next.hidden = clock.next_ms === null;
    if (clock.next_ms !== null) setText(next, tn('clock-next', Math.ceil(Math.max(0, clock.next_ms - gone) / 1_000)));
  }

  /** A sound when the own time gets low, once. @param {Side} side @param {boolean} low @param {number} left */
  #tell(side, low, left) {
    if (this.store.state.you.length !== 1 || this.store.state.you[0] !== side) return;
    if (low && !this.#told && left > 0) play('low');
    this.#told = low;
  }

  /** Counts down until who is here may claim the game. @param {ClockState} clock @param {number} gone */
  #absent({ absent }, gone) {
    if (!absent) return;
    const seconds = Math.ceil(Math.max(0, absent.claim_ms - gone) / 1_000);
    const wait = document.querySelector('#gone [data-wait]');
    if (wait) setText(wait, seconds ? tn('clock-gone-wait', seconds) : t('clock-gone-may'));
    document.querySelector('#gone [data-claims]')?.toggleAttribute('hidden', seconds > 0);
  }
}

/** @param {string} id @param {Element} row */
function place(id, row) {
  const here = byId(id);
  if (here.firstElementChild !== row) here.replaceChildren(row);
}
