// @ts-check
// Read a game: files that are dropped or chosen, and the board that steps through what the server has read.

import { Board } from './board.js';
import { byId, copy, el, remember, remembered, setText } from './dom.js';
import { analysisOf } from './packed.js';
import { readMove, readRows } from './position.js';
import { t } from './words.js';

/** @import {Intent, Side} from './types.js' */

/**
 * A place in the game: the first position, or what a move made of the one before.
 * @typedef {object} Place
 * @property {number} parent
 * @property {string} [move]
 * @property {string} [tried] the move that was refused
 * @property {string} position
 * @property {Side} turn
 * @property {string} table how the address of the table goes on
 * @property {boolean} [over]
 * @property {string} says
 * @property {string} [comment]
 */

const LARGEST = 1024 * 1024;
const form = /** @type {HTMLFormElement} */ (byId('read'));
const text = /** @type {HTMLTextAreaElement} */ (byId('text'));

takeFiles();
pointAtProblems();
const state = document.getElementById('state');
if (state) view(JSON.parse(state.textContent ?? ''));

/** Reads files that are chosen or dropped anywhere on the page. */
function takeFiles() {
  const input = /** @type {HTMLInputElement} */ (byId('file'));
  byId('file-row').hidden = false;

  /** @param {File | undefined} file */
  const take = async (file) => {
    const problem = byId('file-problem');
    problem.textContent = '';
    if (!file) return;
    if (file.size > LARGEST) {
      problem.textContent = t('import-file-large');
      return;
    }
    const content = await file.text().catch(() => null);
    if (content === null || content.includes('\0')) {
      problem.textContent = t('import-file-unreadable');
      return;
    }
    text.value = content;
    form.requestSubmit(byId('read-it'));
  };

  input.addEventListener('change', () => void take(input.files?.[0]));
  const dropping = (/** @type {boolean} */ on) => form.classList.toggle('dropping', on);
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    const again = document.getElementById('again');
    if (again instanceof HTMLDetailsElement) again.open = true;
    dropping(true);
  });
  document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) dropping(false); });
  document.addEventListener('drop', (event) => {
    dropping(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void take(file);
  });
}

/** A problem leads to its place in the text. */
function pointAtProblems() {
  for (const link of document.querySelectorAll('a[data-line]')) {
    if (!(link instanceof HTMLElement)) continue;
    link.addEventListener('click', (event) => {
      event.preventDefault();
      const lines = text.value.split('\n');
      const line = Number(link.dataset.line) - 1;
      const before = lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0);
      // Columns count characters, and the field counts in halves of some.
      const column = [...(lines[line] ?? '')].slice(0, Number(link.dataset.column) - 1).join('').length;
      const again = document.getElementById('again');
      if (again instanceof HTMLDetailsElement) again.open = true;
      text.focus();
      text.setSelectionRange(before + column, before + column + 1);
      text.scrollIntoView({ block: 'center' });
    });
  }
}

/** @param {{size: number, throne: boolean, corners: boolean, game: number, at: number, table: string, nodes: Place[]}} game */
function view({ size, throne, corners, game, at: first, table, nodes }) {
  let at = first;
  /** @type {number[][]} */
  const next = nodes.map(() => []);
  nodes.forEach((node, number) => { if (number > 0) next[node.parent]?.push(number); });
  /**
   * The way on from a place: the one gone last, so that stepping back and forth stays in a variation. A move that
   * could not be played leads nowhere.
   */
  const onward = next.map((numbers, number) => (number > 0 && !nodes[number]?.move ? undefined : numbers[0]));
  const score = document.getElementById('score');
  const verdicts = /** @type {HTMLTemplateElement} */ (byId('verdicts')).content;
  const steps = ['first', 'back', 'forward', 'last'].map((name) => document.getElementById(`step-${name}`));

  const board = new Board(byId('board'), {
    size,
    throne,
    corners,
    label: t('import-board-label'),
    selectable: () => false,
    onIntent: () => {},
    onPick: () => {},
  });

  /** @param {number} number */
  const place = (number) => /** @type {Place} */ (nodes[number]);
  /** @param {number} number @returns {Intent | null} */
  const moveTo = (number) => readMove(place(number).move ?? '');

  /** @param {Intent | null} step */
  function render(step = null) {
    const here = place(at);
    board.show({ pieces: readRows(here.position), last: moveTo(at), legal: {}, hint: readMove(here.tried ?? '') }, step);
    setText(byId('status'), here.says);
    setText(byId('comment'), here.comment ?? '');
    byId('message').replaceChildren(...(verdicts.querySelector(`[data-number="${at}"]`)?.cloneNode(true).childNodes ?? []));
    const ends = [0, here.parent, onward[at] ?? at, last()];
    steps.forEach((button, index) => {
      // A button that is switched off in the hand of its user would lose the focus.
      button?.setAttribute('aria-disabled', String(ends[index] === at));
      button?.removeAttribute('disabled');
      button?.setAttribute('value', `${game}.${ends[index]}`);
    });
    score?.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = score?.querySelector(`[data-number="${at}"]`);
    current?.setAttribute('aria-current', 'true');
    if (score && current) reveal(score, current);
    /** @type {HTMLInputElement} */ (byId('play-position')).value = here.position;
    /** @type {HTMLInputElement} */ (byId('play-turn')).value = here.turn;
    byId('play-over').hidden = !here.over;
    byId('play-form').hidden = Boolean(here.over);
    byId('to-table').setAttribute('href', table + here.table);
    keepAddress();
  }

  function last() {
    let end = at;
    for (let on = onward[end]; on !== undefined; on = onward[end]) end = on;
    return end;
  }

  /** @param {number} number */
  function go(number) {
    if (number === at || !nodes[number]) return;
    const before = at;
    at = number;
    // The way that led here is the way on from there.
    for (let on = number; on > 0; on = place(on).parent) {
      const { parent } = place(on);
      if (parent === 0 || place(parent).move) onward[parent] = on;
    }
    const back = moveTo(before);
    const step = place(number).parent === before ? moveTo(number)
      : place(before).parent === number && back ? { from: back.to, to: back.from } : null;
    render(step);
  }

  /** The address shows the place, so that it can be sent and come back to. */
  function keepAddress() {
    const address = new URL(location.href);
    if (!address.searchParams.has('text')) return;
    address.searchParams.set('at', `${game}.${at}`);
    history.replaceState(null, '', address);
    const link = document.getElementById('link');
    if (link instanceof HTMLAnchorElement) link.href = address.href;
  }

  /** @type {(() => number)[]} */
  const ways = [() => 0, () => place(at).parent, () => onward[at] ?? at, last];
  steps.forEach((button, index) => button?.addEventListener('click', (event) => {
    event.preventDefault();
    go(ways[index]?.() ?? at);
  }));
  score?.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-number]') : null;
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    go(Number(button.dataset.number));
  });
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
    const index = ['Home', 'ArrowLeft', 'ArrowRight', 'End'].indexOf(event.key);
    if (index < 0 || !score) return;
    event.preventDefault();
    go(ways[index]?.() ?? at);
  });
  const turn = byId('turn-board');
  turn.hidden = false;
  turn.addEventListener('click', () => {
    board.turn(!board.turned);
    remember('turned', board.turned ? 'yes' : 'no');
  });
  if (remembered('turned') === 'yes') board.turn(true);
  takeAway(() => `${game}.${at}`);
  offerAnalysis(() => `${game}.${at}`, () => {
    /** @type {string[]} */
    const path = [];
    for (let on = at; on > 0; on = place(on).parent) path.unshift(place(on).move ?? '');
    return path;
  });
  render();
}

/** Scrolls the list, never the page. @param {HTMLElement} list @param {Element} item */
function reveal(list, item) {
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - list.clientHeight / 2;
}

/** @param {URLSearchParams} body @returns {Promise<{name: string, text: string, losses: string[]} | null>} */
async function fileOf(body) {
  const response = await fetch('/read/file', { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => null);
  if (response?.ok) return response.json();
  if (document.documentElement.dataset.alone === undefined) return null;
  // A host of files takes no questions.
  const { written } = await import('./asked.js');
  const answer = await written(new URL('/read/file', location.href), body.toString());
  return answer ? JSON.parse(answer.text) : null;
}

/** @param {() => string} at @param {() => string[]} path the moves that lead there */
function offerAnalysis(at, path) {
  const button = /** @type {HTMLButtonElement} */ (byId('to-analyse'));
  button.hidden = false;
  button.addEventListener('click', async () => {
    const body = new URLSearchParams({ text: text.defaultValue, rules: form.dataset.rules ?? '', at: at(), format: 'tag-list' });
    const file = await fileOf(body);
    if (file) location.assign(await analysisOf(file.text, path().filter(Boolean)));
    else setText(byId('status'), t('play-text-failed'));
  });
}

/** The game or position in another form: shown to be copied, and downloaded. @param {() => string} at */
function takeAway(at) {
  const field = /** @type {HTMLTextAreaElement} */ (byId('file-text'));
  const said = byId('file-said');
  const losses = byId('file-losses');
  const download = /** @type {HTMLAnchorElement} */ (byId('file-download'));
  for (const button of document.querySelectorAll('button[data-format]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.addEventListener('click', async (event) => {
      event.preventDefault();
      const body = new URLSearchParams({ text: text.defaultValue, rules: form.dataset.rules ?? '', at: at(), format: button.dataset.format ?? '' });
      const file = await fileOf(body);
      if (!file) {
        setText(said, t('play-text-failed'));
        return;
      }
      field.value = file.text;
      field.hidden = false;
      field.scrollTop = 0;
      byId('file-actions').hidden = false;
      setText(said, t('import-file-ready', { name: file.name }));
      losses.hidden = file.losses.length === 0;
      losses.replaceChildren(...file.losses.map((loss) => el('li', {}, loss)));
      URL.revokeObjectURL(download.href);
      download.download = file.name;
      download.href = URL.createObjectURL(new Blob([file.text], { type: 'text/plain' }));
    });
  }
  byId('file-copy').addEventListener('click', async () => {
    said.textContent = (await copy(field.value, field)) ? t('play-copied') : t('play-copy-by-hand');
  });
}
