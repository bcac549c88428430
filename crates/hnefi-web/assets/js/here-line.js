// @ts-check
// A game that this browser keeps, played through the same interface as one on a server. The module decides, the database keeps, and
// only then it is shown.

import { Desk, DeskError } from './desk.js';
import { newId } from './dom.js';
import { KeptError, addressHere, append, watch, whole } from './kept.js';
import { deskInPage } from './referee.js';
import { t } from './words.js';

/** @import {GameEvent} from './desk.js' */
/** @import {Change} from './kept.js' */
/** @import {ClientMessage, GameLine, LineOptions, ServerMessage, StateMessage} from './types.js' */

const SAYS = { sent: 'here-move-sent', unsent: 'here-move-unsent', confirmed: 'here-move-confirmed', unasked: 'here-why-closed' };

/** @typedef {{version: number, ask: {ask: 'duty' | 'hint' | 'prove'} & Record<string, unknown>}} Search */

/** A game that is not played here, or no more. */
class NotHere extends Error {}

/** A game that goes on on the server. */
export class Moved extends NotHere {
  /** @param {string} address */
  constructor(address) {
    super(t('here-moved'));
    this.address = address;
  }
}

/** Why a game cannot be played, as people are told. @param {unknown} error */
export function sentence(error) {
  const told = error instanceof KeptError || error instanceof NotHere || (error instanceof DeskError && error.code !== 'broken');
  return told ? error.message : t('here-broken');
}

/** @implements {GameLine} */
export class HereLine {
  /** @type {LineOptions | null} */
  #options = null;
  #open = false;
  /** Whether the desk may hold more than is kept. */
  #failed = false;
  /** What is told before anybody listens. @type {ServerMessage[]} */
  #early = [];
  /** What the desk wants to be kept. @type {Change | null} */
  #change = null;
  /** What is asked while something else is being kept waits for its turn. @type {Promise<void>} */
  #turn = Promise.resolve();
  /** @type {Desk | null} */
  #searcher = null;
  /** The searches that go on. @type {Set<AbortController>} */
  #searches = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wakes;

  /** @param {Desk} desk @param {string} id */
  constructor(desk, id) {
    this.desk = desk;
    this.id = id;
    desk.onGame = (event) => this.#hear(event);
    watch((changed) => { if (changed === id) this.#inTurn(() => this.#load()); });
    addEventListener('pageshow', (event) => { if (event.persisted) this.#inTurn(() => this.#load()); });
  }

  /**
   * Opens a game, with what is on its page.
   * @param {string} id
   * @returns {Promise<{line: HereLine, state: StateMessage, article: string}>}
   */
  static async open(id) {
    // Whoever keeps nothing needs no module to be told so.
    if (!id || !(await whole(id))) throw new NotHere(t('here-none'));
    const desk = await deskInPage();
    if (!desk) throw new KeptError('no-referee');
    const line = new HereLine(desk, id);
    const article = await line.#load();
    const at = line.#early.findIndex(({ type }) => type === 'state');
    const [state] = line.#early.splice(at, 1);
    if (state?.type !== 'state') throw new KeptError('failed');
    return { line, state, article };
  }

  /** @param {LineOptions} options */
  connect(options) {
    this.#options = options;
    return this;
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (!this.#open) return false;
    this.#do({ ask: 'say', message });
    return true;
  }

  /** Opens the game as it is kept, and goes on with it. */
  now() {
    this.#inTurn(async () => {
      if (this.#open) return;
      if (this.#failed) await this.#load();
      this.#open = true;
      this.#options?.onStatus({ kind: 'open', says: t('here-open') });
      for (const message of this.#early.splice(0)) this.#tell(message);
    });
  }

  /** @param {'sent' | 'unsent' | 'confirmed' | 'unasked'} state @param {string} move */
  says(state, move) {
    return t(SAYS[state], { move });
  }

  /** @param {string} game */
  address(game) {
    return addressHere(game);
  }

  text() {
    return this.#written();
  }

  async plain() {
    return (await this.#written())?.plain ?? null;
  }

  async share() {
    const link = (await this.#written())?.link;
    const address = link ? `${location.origin}${link}` : null;
    return { address, says: address ? t('here-shared', { link: address }) : t('here-share-long') };
  }

  /** The game as text, and the link under which everybody can read it, unless it is too long for one. @returns {Promise<{text: string, plain: string, name: string, link: string | null} | null>} */
  async #written() {
    const kept = await whole(this.id).catch(() => null);
    return kept && this.desk.ask({ ask: 'text', kept }).catch(() => null);
  }

  /** The game as it is kept now: what others have changed is shown, what they made useless is dropped. @returns {Promise<string>} what is on its page */
  async #load() {
    this.#stopSearches();
    this.#failed = true;
    const kept = await whole(this.id);
    if (!kept) throw new NotHere(t('here-gone'));
    if (kept.moved) throw new Moved(`/game/${kept.moved}`);
    const { article } = await this.desk.ask({ ask: 'open', kept, at_ms: Date.now(), seen: this.#options?.hello() });
    this.#failed = false;
    return article;
  }

  /** Has the desk do something, keeps what that changes, and has it shown. @param {{ask: string} & Record<string, unknown>} ask */
  #do(ask) {
    this.#inTurn(async () => {
      // What waited behind a change that could not be kept was meant for a game that there is not.
      if (this.#failed) return;
      for (;;) {
        this.#change = null;
        await this.desk.ask({ ...ask, game: this.id, at_ms: Date.now(), new_id: newId() });
        if (!this.#change) return;
        if (await append(this.id, this.#change)) break;
        // Another tab was first. What is asked of the game as it stands now, the referee says.
        await this.#load();
      }
      this.#stopSearches();
      await this.desk.ask({ ask: 'stored', game: this.id });
    });
  }

  /** @param {() => Promise<unknown>} work */
  #inTurn(work) {
    this.#turn = this.#turn.then(work).then(() => {}, (error) => this.#fail(error));
  }

  /** @param {unknown} error */
  #fail(error) {
    const says = sentence(error);
    if (error instanceof DeskError && error.code !== 'broken' && !this.#failed) {
      this.#tell({ type: 'error', error: { code: error.code, message: says } });
      return;
    }
    this.#open = false;
    this.#failed = true;
    this.#stopSearches();
    // What the device did not take it may take later; all else is settled.
    this.#options?.onStatus({ kind: error instanceof KeptError ? 'down' : 'closed', says });
  }

  /** @param {GameEvent} event */
  #hear({ append: change, message, search, stop, wake_at }) {
    if (change) this.#change = change;
    if (message) this.#tell(message);
    if (stop) this.#stopSearches();
    if (search) void this.#search(search);
    if (wake_at) {
      clearTimeout(this.#wakes);
      this.#wakes = setTimeout(() => this.#do({ ask: 'time' }), wake_at - Date.now());
    }
  }

  /** @param {ServerMessage} message */
  #tell(message) {
    if (this.#options) this.#options.onMessage(message);
    else this.#early.push(message);
  }

  /** What is found for a game that has changed meanwhile is of no use: the search was stopped then. @param {Search} search */
  async #search({ version, ask }) {
    const stops = new AbortController();
    this.#searches.add(stops);
    const answer = await this.#find(ask, stops.signal);
    this.#searches.delete(stops);
    if (stops.signal.aborted) return;
    if (answer === undefined) this.#tell({ type: 'error', error: { code: 'broken', message: t('here-search-broken') } });
    else if (ask.ask === 'duty') this.#do({ ask: 'found', version, ...answer });
    else if (answer) this.#tell({ type: ask.ask === 'hint' ? 'hint' : 'why', ...answer });
  }

  /** @param {object} ask @param {AbortSignal} signal @returns {Promise<any>} undefined where the search broke */
  async #find(ask, signal) {
    const desk = this.#searcher ??= new Desk(this.desk.module);
    try {
      return await desk.ask(ask, { signal });
    } catch {
      desk.close();
      if (this.#searcher === desk) this.#searcher = null;
      return undefined;
    }
  }

  #stopSearches() {
    clearTimeout(this.#wakes);
    for (const stops of this.#searches) stops.abort();
    this.#searches.clear();
  }
}
