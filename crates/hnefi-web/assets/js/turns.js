// @ts-check
// How many games wait for one's move: in the title of every page and on the app's icon.

import { remember, remembered } from './dom.js';
import { count } from './title.js';

/** @typedef {{count: number, others: number, next: string | null}} Turns */

/** How long a number is good where somebody comes back to a page, in milliseconds. */
const GOOD_FOR = 20_000;

let asked = 0;

/** Whether there may be games of the visitor on this server. */
const mayWait = () => document.documentElement.dataset.alone === undefined && navigator.onLine && remembered('seats') === 'yes';

/** From now on this browser asks: its visitor plays here. */
export const seated = () => remember('seats', 'yes');

/** Shows a number. @param {number} games */
export function tell(games) {
  asked = Date.now();
  count(games);
  const badges = /** @type {{setAppBadge?: (count: number) => Promise<void>, clearAppBadge?: () => Promise<void>}} */ (navigator);
  // Where the app is not installed there is no icon.
  void (games ? badges.setAppBadge?.(games) : badges.clearAppBadge?.())?.catch(() => {});
}

/** Asks the server, and shows what it says. @param {string} [but] the game that is open @returns {Promise<Turns | null>} */
export async function askTurns(but = '') {
  if (!mayWait()) return null;
  asked = Date.now();
  const response = await fetch(`/turns?but=${but}`, { cache: 'no-store' }).catch(() => null);
  if (!response?.ok) return null;
  /** @type {Turns} */
  const turns = await response.json();
  tell(turns.count);
  return turns;
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden && Date.now() - asked > GOOD_FOR) void askTurns();
});
