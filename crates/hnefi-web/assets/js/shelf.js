// @ts-check
// The first page lists the games that this browser keeps among those of the server: opened, downloaded, put on the server, deleted.

import { byId, el } from './dom.js';
import { keepOnServer } from './keep.js';
import { KeptError, addressHere, list, remove, watch, whole } from './kept.js';
import { deskInPage } from './referee.js';
import { t, tn } from './words.js';

/** @import {Listed} from './kept.js' */
/** @import {Side} from './types.js' */

/** @typedef {Record<Side, string>} BySide */
/** @typedef {{screen: string, computer: string[], plays: BySide, yours: string, to_move: BySide, won: string, lost: string, side_won: BySide, drawn: string, broken_off: string}} RowWords */

/** @type {RowWords} */
const words = JSON.parse(byId('row-words').textContent ?? '');
const running = byId('running');
const folded = /** @type {HTMLDetailsElement} */ (byId('running-more'));
const finished = byId('finished');
const said = byId('shelf-said');
const most = Number(running.dataset.most);
/** Whether there is no server at all. */
const alone = !byId('away').hidden;

/** The rows as the server wrote them. */
let fromServer = { running: rowsOf(running).concat(rowsOf(folded)), finished: rowsOf(finished) };
/** The games whose tools are unfolded. @type {Set<string>} */
const unfolded = new Set();
/** The games of which it is asked whether they are to be deleted. @type {Set<string>} */
const doubted = new Set();
let choices = true;

/** @param {Element} where @returns {HTMLLIElement[]} */
function rowsOf(where) {
  return [...where.querySelectorAll('li')];
}

/** Lists what there is now. */
async function show() {
  const games = await list().catch(() => []);
  const mine = games.map((game) => ({ game, row: rowOf(game) }));
  const isOver = (/** @type {Listed} */ game) => Boolean(game.moved) || game.to_move === null;
  const on = [...fromServer.running, ...mine.filter(({ game }) => !isOver(game)).map(({ row }) => row)].sort(byTurnAndTime);
  const over = [...fromServer.finished, ...mine.filter(({ game }) => isOver(game)).map(({ row }) => row)].sort(byTime);
  const refocus = focusHeld();
  running.replaceChildren(...on.slice(0, most));
  folded.querySelector('ul')?.replaceChildren(...on.slice(most));
  const more = Math.max(0, on.length - most);
  folded.hidden = more === 0;
  if (more) folded.querySelector('summary')?.replaceChildren(tn('shelf-more', more));
  byId('your-games').hidden = on.length === 0;
  document.getElementById('lead')?.toggleAttribute('hidden', on.length > 0);
  finished.replaceChildren(...over);
  byId('finished-games').hidden = over.length === 0;
  refocus();
  // The choices of the last game stand ready, wherever it was begun.
  if (choices && games[0]) ready(games[0]);
  choices = false;
}

/** Which game a row is about, also when it is drawn anew. @param {Element} row */
const nameOf = (row) => row.getAttribute('data-here') ?? row.querySelector('a')?.getAttribute('href') ?? '';

/** Where the focus is among the rows. What is given puts it back there once they are drawn anew: where a row is gone, on one beside it. */
function focusHeld() {
  const held = document.activeElement;
  const row = held?.closest('.game-rows > li');
  if (!(held instanceof HTMLElement) || !row) return () => {};
  const [does, preventScroll] = [held.dataset.do, !held.matches(':focus-visible')];
  const around = [...(row.parentElement?.children ?? [])].map(nameOf);
  const at = around.indexOf(nameOf(row));
  const names = [...around.slice(at), ...around.slice(0, at).reverse()];
  return () => {
    const rows = new Map([...document.querySelectorAll('.game-rows > li')].map((one) => [nameOf(one), one]));
    const places = names.flatMap((name, far) => {
      const one = rows.get(name);
      const same = far > 0 ? null : does ? `[data-do="${does}"]` : held.localName;
      return [same && one?.querySelector(same), one?.querySelector('summary'), one?.querySelector('a')];
    });
    said.tabIndex = -1;
    for (const place of [...places, said]) {
      if (place instanceof HTMLElement) place.focus({ preventScroll });
      if (place && document.activeElement === place) return;
    }
  };
}

/** @param {HTMLElement} row */
const touched = (row) => Number(row.dataset.touched);
/** @param {HTMLElement} a @param {HTMLElement} b */
const byTime = (a, b) => touched(b) - touched(a);
/** @param {HTMLElement} a @param {HTMLElement} b */
const byTurnAndTime = (a, b) => Number(b.classList.contains('yours')) - Number(a.classList.contains('yours')) || left(a) - left(b) || byTime(a, b);
/** What the clock of the side to move has left; much, where there is none. @param {HTMLElement} row */
const left = (row) => Number(row.dataset.left ?? Number.MAX_SAFE_INTEGER);

/** @param {Listed} game */
function rowOf(game) {
  const copy = /** @type {DocumentFragment} */ (template('row-here').cloneNode(true));
  const row = /** @type {HTMLLIElement} */ (copy.firstElementChild);
  const [link, against, state, place] = /** @type {[HTMLAnchorElement, HTMLElement, HTMLElement, HTMLElement]} */ ([...row.children]);
  row.dataset.touched = String(game.last_ms);
  row.dataset.here = game.id;
  row.classList.toggle('yours', isYours(game));
  link.href = game.moved ? `/game/${game.moved}` : addressHere(game.id);
  link.replaceChildren(el('bdi', {}, game.rules_name));
  const level = levelOf(game);
  against.textContent = level ? `${words.computer[level - 1] ?? ''} · ${words.plays[sideOf(game)]}` : words.screen;
  state.textContent = game.moved ? t('shelf-moved') : stateOf(game);
  place.textContent = t('shelf-here');
  row.append(toolsOf(game));
  return row;
}

/** The level of the computer; none where two people play. @param {Listed} game */
const levelOf = ({ attackers, defenders }) => [attackers, defenders].map((seat) => (seat.kind === 'computer' ? seat.level : 0)).find(Boolean);

/** The side of the person against the computer. @param {Listed} game @returns {Side} */
const sideOf = ({ attackers }) => (attackers.kind === 'person' ? 'attackers' : 'defenders');

/** @param {Listed} game */
const isYours = (game) => !game.moved && game.to_move !== null && (!levelOf(game) || game.to_move === sideOf(game));

/** @param {Listed} game */
function stateOf(game) {
  const { to_move, winner, ending } = game;
  const computer = Boolean(levelOf(game));
  if (to_move) return computer && to_move === sideOf(game) ? words.yours : words.to_move[to_move];
  if (winner) return computer ? (winner === sideOf(game) ? words.won : words.lost) : words.side_won[winner];
  return ending === 'broken-off' ? words.broken_off : words.drawn;
}

/** @param {string} id */
const template = (id) => /** @type {HTMLTemplateElement} */ (byId(id)).content;

/** @param {Listed} game */
function toolsOf(game) {
  const copy = /** @type {DocumentFragment} */ (template('row-tools').cloneNode(true));
  const tools = /** @type {HTMLDetailsElement} */ (copy.firstElementChild);
  const asks = /** @type {HTMLElement} */ (tools.querySelector('[data-ask]'));
  const first = /** @type {HTMLElement} */ (tools.querySelector('.buttons'));
  const button = (/** @type {string} */ what) => /** @type {HTMLButtonElement} */ (tools.querySelector(`[data-do="${what}"]`));
  const hidden = tools.querySelector('summary .visually-hidden');
  if (hidden) hidden.textContent = `${game.rules_name}, ${game.moved ? t('shelf-moved') : stateOf(game)}`;
  tools.open = unfolded.has(game.id);
  tools.addEventListener('toggle', () => { if (tools.open) unfolded.add(game.id); else unfolded.delete(game.id); });
  if (game.moved || alone) button('keep').remove();
  if (game.moved) {
    asks.querySelector('p')?.replaceChildren(t('shelf-delete-moved'));
  }
  const draw = () => {
    asks.hidden = !doubted.has(game.id);
    first.hidden = !asks.hidden;
  };
  draw();
  /** Asks whether it is to be deleted, or asks no more. @param {boolean} whether */
  const ask = (whether) => {
    if (whether) doubted.add(game.id); else doubted.delete(game.id);
    draw();
    button(whether ? 'stay' : 'delete').focus();
  };
  const does = (/** @type {string} */ what, /** @type {() => Promise<void>} */ work) => {
    const pressed = /** @type {HTMLButtonElement | null} */ (tools.querySelector(`[data-do="${what}"]`));
    pressed?.addEventListener('click', async () => {
      if (pressed.getAttribute('aria-disabled') === 'true') return;
      // Switched off in the hand of its user it would lose the focus.
      pressed.setAttribute('aria-disabled', 'true');
      tell();
      tools.closest('section')?.after(said);
      await work().catch((error) => tell(error instanceof KeptError ? error.message : t('kept-failed')));
      pressed.removeAttribute('aria-disabled');
    });
  };
  does('download', () => download(game.id));
  does('keep', () => keep(game.id));
  does('delete', async () => ask(true));
  does('stay', async () => ask(false));
  does('gone', async () => {
    await remove(game.id);
    unfolded.delete(game.id);
    doubted.delete(game.id);
    tell(t('shelf-deleted'));
    await show();
  });
  return tools;
}

/** Says something below the list in which a button was pressed. @param {...(Node | string)} what */
const tell = (...what) => said.replaceChildren(...what);

/** The game as text, as the game page gives it. @param {string} id */
async function download(id) {
  const kept = await whole(id);
  const desk = await deskInPage();
  if (!kept) return show();
  if (!desk) throw new KeptError('no-referee');
  const { text, name } = await desk.ask({ ask: 'text', kept });
  const link = el('a', { download: name, href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return undefined;
}

/** Puts a game on the server, once. There it goes on, and here no more. @param {string} id */
async function keep(id) {
  tell(t('keep-sending'));
  const { says, game } = await keepOnServer(id);
  tell(says, ...(game ? [' ', el('a', { href: `/game/${game}` }, t('keep-open'))] : []));
  await renew();
  return show();
}

/** Looks for the rows as the server writes them now. */
async function renew() {
  const page = await fetch('/', { cache: 'no-store' }).then((response) => response.text()).catch(() => null);
  if (page === null) return;
  const there = new DOMParser().parseFromString(page, 'text/html');
  const rows = (/** @type {string} */ id) => [...there.querySelectorAll(`#${id} li`)].map((row) => document.adoptNode(/** @type {HTMLLIElement} */ (row)));
  fromServer = { running: [...rows('running'), ...rows('running-more')], finished: rows('finished') };
}

/** The choices of the last game in the form, if no later one is on the server and the address names no rules. @param {Listed} game */
function ready(game) {
  const later = [...fromServer.running, ...fromServer.finished].some((row) => touched(row) > game.last_ms);
  const form = /** @type {HTMLFormElement} */ (document.querySelector('form.new-game'));
  if (later || new URLSearchParams(location.search).has('rules')) return;
  const rules = /** @type {HTMLSelectElement} */ (byId('rules'));
  // House rules are no choice until they were played.
  if (![...rules.options].some(({ value }) => value === game.rules_id)) rules.prepend(el('option', { value: game.rules_id }, game.rules_name));
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    const field = /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
    field.value = value;
  };
  set('rules', game.rules_id);
  set('mode', game.mode);
  const level = levelOf(game);
  if (level) {
    set('level', String(level));
    set('side', sideOf(game));
  }
  set('games', game.match_length ? String(game.match_length) : '');
  rules.dispatchEvent(new Event('change'));
}

/** Says that the server is away, where this page was kept on the device. */
async function lookForServer() {
  if (!navigator.serviceWorker?.controller || !byId('away').hidden) return;
  const there = await fetch('/version', { cache: 'no-store' }).catch(() => null);
  byId('away').hidden = Boolean(there?.ok);
}

void show();
void lookForServer();
watch(() => void show());
addEventListener('pageshow', (event) => { if (event.persisted) void show(); });
