// @ts-check
// The games that this browser keeps, in one database with its analyses (`studies.js`). A change of a game is one transaction: all of it is kept, or nothing.

import { t } from './words.js';

/** @import {Side} from './types.js' */

/** @typedef {{kind: 'person'} | {kind: 'computer', level: number}} KeptSeat */
/** @typedef {{at_ms: number} & Record<string, unknown>} Row an entry of a log */
/**
 * A game as it began. `rules` is the complete rule set, as a rule file; `rules_id` its id or the code of house rules.
 * @typedef {{id: string, made_ms: number, rules: string, rules_id: string, rules_name: string, position: string, turn: Side, mode: 'computer' | 'screen', attackers: KeptSeat,
 *   defenders: KeptSeat, match_id: string, match_game: number, swapped: boolean, match_length: number | null}} Begun
 */
/** @typedef {{plies: number, to_move: Side | null, winner: Side | null, ending: string | null}} Status */
/**
 * A game as it is listed: how many entries its log has, when the last one was made, and the id on the server, once the game has moved there.
 * @typedef {Begun & Status & {rows: number, last_ms: number, moved: string | null}} Listed
 */
/** @typedef {{id: string, match_game: number, swapped: boolean, winner: Side | null, ending: string | null}} Other */
/** @typedef {Begun & {entries: Row[], others: Other[]}} Kept */
/** What follows the entries that the game has: `seen` is how many. @typedef {Status & {seen: number, entries: Row[], next: Kept | null}} Change */
/** @typedef {{games: IDBObjectStore, rows: IDBObjectStore, studies: IDBObjectStore}} Stores */

const NAME = 'hnefi-games';
const VERSION = 2;

/** Why a game cannot be kept or read, as people are told. */
export class KeptError extends Error {
  /** @param {'closed' | 'full' | 'blocked' | 'failed' | 'no-referee'} code */
  constructor(code) {
    super(t(`kept-${code}`));
    this.code = code;
  }
}

/** Where a game that this browser keeps is played. @param {string} id */
export const addressHere = (id) => `/here#${id}`;

/** Keeps a game that begins. @param {Kept} kept */
export async function begin(kept) {
  const first = await transact('readwrite', async ({ games }) => {
    const others = await asked(games.count());
    games.add(listed(kept));
    return others === 0;
  });
  tell(kept.id);
  // A browser that is short of room forgets first what it has not promised to keep.
  if (first) void navigator.storage?.persist?.().catch(() => false);
}

/** All games, the latest first. @returns {Promise<Listed[]>} */
export async function list() {
  const games = await transact('readonly', ({ games }) => asked(/** @type {IDBRequest<Listed[]>} */ (games.getAll())));
  return games.sort((a, b) => b.last_ms - a.last_ms);
}

/**
 * A game with all that happened, as the module opens it; null if there is none.
 * @param {string} id
 * @returns {Promise<(Kept & Listed) | null>}
 */
export function whole(id) {
  return transact('readonly', async ({ games, rows }) => {
    /** @type {Listed | undefined} */
    const game = await asked(games.get(id));
    if (!game) return null;
    const entries = await asked(/** @type {IDBRequest<Row[]>} */ (rows.getAll(allOf(id))));
    const match = await asked(/** @type {IDBRequest<Listed[]>} */ (games.index('match').getAll(game.match_id)));
    return { ...game, entries, others: match.filter((other) => other.id !== id).map(asOther) };
  });
}

/**
 * Keeps what happened, if the game has as many entries as were seen and is played here; then the answer is true.
 * @param {string} id
 * @param {Change} change
 * @returns {Promise<boolean>}
 */
export async function append(id, { seen, entries, plies, to_move, winner, ending, next }) {
  const kept = await transact('readwrite', async ({ games, rows }) => {
    /** @type {Listed | undefined} */
    const game = await asked(games.get(id));
    if (!game || game.moved || game.rows !== seen) return false;
    entries.forEach((row, at) => rows.add({ ...row, game: id, number: seen + at + 1 }));
    const last_ms = entries.at(-1)?.at_ms ?? game.last_ms;
    games.put({ ...game, plies, to_move, winner, ending, last_ms, rows: seen + entries.length });
    if (next) games.add(listed(next));
    return true;
  });
  if (kept) tell(id);
  if (kept && next) tell(next.id);
  return kept;
}

/** Forgets a game. @param {string} id */
export async function remove(id) {
  await transact('readwrite', async ({ games, rows }) => {
    games.delete(id);
    rows.delete(allOf(id));
  });
  tell(id);
}

/**
 * A game goes on on the server, and no more here; if it still has as many entries as went there. Then the answer is true.
 * @param {string} id
 * @param {string} moved its id there
 * @param {number} seen
 * @returns {Promise<boolean>}
 */
export async function markMoved(id, moved, seen) {
  const marked = await transact('readwrite', async ({ games }) => {
    /** @type {Listed | undefined} */
    const game = await asked(games.get(id));
    if (!game || game.rows !== seen) return false;
    games.put({ ...game, moved });
    return true;
  });
  if (marked) tell(id);
  return marked;
}

/** Between the tabs of this browser; none hears itself. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null;

/**
 * Hears of every game that another tab changes.
 * @param {(id: string) => void} changed
 * @returns {() => void} hears no more
 */
export function watch(changed) {
  const hear = (/** @type {MessageEvent<string>} */ { data }) => changed(data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

/** @param {string} id */
const tell = (id) => channel?.postMessage(id);

/** @param {string} id */
const allOf = (id) => IDBKeyRange.bound([id, 0], [id, Infinity]);

/** @param {Kept} kept @returns {Listed} */
function listed({ entries: _, others: __, ...kept }) {
  return { ...kept, rows: 0, plies: 0, to_move: kept.turn, winner: null, ending: null, last_ms: kept.made_ms, moved: null };
}

/** @param {Listed} game @returns {Other} */
const asOther = ({ id, match_game, swapped, winner, ending }) => ({ id, match_game, swapped, winner, ending });

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  opened ??= new Promise((/** @type {(database: IDBDatabase) => void} */ resolve, reject) => {
    const asks = indexedDB.open(NAME, VERSION);
    asks.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        asks.result.createObjectStore('games', { keyPath: 'id' }).createIndex('match', 'match_id');
        asks.result.createObjectStore('rows', { keyPath: ['game', 'number'] });
      }
      asks.result.createObjectStore('studies', { keyPath: 'id' });
    };
    asks.onblocked = () => reject(new KeptError('blocked'));
    asks.onerror = () => reject(asks.error?.name === 'QuotaExceededError' ? new KeptError('full') : new KeptError('closed'));
    asks.onsuccess = () => {
      const database = asks.result;
      // A later version of this page makes the database anew, and waits for nobody.
      database.onversionchange = () => { database.close(); opened = null; };
      database.onclose = () => { opened = null; };
      resolve(database);
    };
  }).catch((error) => {
    opened = null;
    throw error instanceof KeptError ? error : new KeptError('closed');
  });
  return opened;
}

/**
 * One transaction; what it answers is true once the device has all of it.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(stores: Stores) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function transact(mode, work) {
  const database = await open();
  /** @type {IDBTransaction | undefined} */
  let transaction;
  try {
    const begun = transaction = database.transaction(['games', 'rows', 'studies'], mode, { durability: 'strict' });
    const done = new Promise((resolve, reject) => {
      begun.oncomplete = resolve;
      begun.onabort = () => reject(begun.error);
    });
    const [answer] = await Promise.all([work({ games: begun.objectStore('games'), rows: begun.objectStore('rows'), studies: begun.objectStore('studies') }), done]);
    return answer;
  } catch (error) {
    try { transaction?.abort(); } catch { /* It has ended. */ }
    throw new KeptError(isFull(transaction?.error) || isFull(error) ? 'full' : 'failed');
  }
}

/** @param {unknown} error */
const isFull = (error) => error instanceof DOMException && error.name === 'QuotaExceededError';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const asked = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
