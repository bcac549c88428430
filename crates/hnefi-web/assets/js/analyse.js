// @ts-check
// The analysis board: the board, the tree of moves, and what is changed in it. What it shows is in the fragment of its address.

import { Board } from './board.js';
import { byId, el, leadsWithin, parsed, remember, remembered, setText } from './dom.js';
import { unpack } from './packed.js';
import { readMove, readRows } from './position.js';
import { all, studyAddress } from './studies.js';
import { Study } from './study.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/** @import {StudyAnswer} from './types.js' */

/** What is analysed before anything else is: the start of the first leaflet. */
const EMPTY = { rules: 'fetlar-2018' };

export const study = new Study();
/** The board; made anew where another one is wanted. @type {Board | null} */
export let board = null;
let look = '';

const message = byId('message');
const tree = new Tree(byId('score'), (path) => void study.go(path));

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

/** The board for a size; it stays where it fits. @param {StudyAnswer} answer */
function boardFor({ size, throne, corners }) {
  if (board && look === String(size)) board.markRoyal({ throne, corners });
  else {
    look = String(size);
    const turned = remembered('turned') === 'yes';
    board = new Board(byId('board'), {
      size,
      throne,
      corners,
      label: t('analyse-board-label'),
      onIntent: (from, to, legal) => void (legal ? study.edit({ do: 'play', move: `${from}-${to}` }) : study.dispatchEvent(new CustomEvent('refuse', { detail: { from, to } }))),
      onStray: (from, to) => void study.dispatchEvent(new CustomEvent('stray', { detail: { from, to } })),
      onPick: (square) => void study.dispatchEvent(new CustomEvent('pick', { detail: square })),
      onDraw: (from, to, keys) => void study.dispatchEvent(new CustomEvent('draw', { detail: { from, to, keys } })),
    });
    if (turned) board.turn(true);
  }
  return board;
}

/** @param {StudyAnswer} answer @param {StudyAnswer | null} before */
function render(answer, before) {
  const { shown, path, next, rules } = answer;
  const last = readMove(path.at(-1) ?? '');
  const [now, was] = [path.join(' '), before?.path.join(' ') ?? ''];
  const back = readMove(before?.path.at(-1) ?? '');
  // One step on or back is seen to be made.
  const step = before && now === [was, path.at(-1)].filter(Boolean).join(' ') ? last
    : back && before && was === [now, before.path.at(-1)].filter(Boolean).join(' ') ? { from: back.to, to: back.from } : null;
  const here = boardFor(answer);
  here.show({ pieces: readRows(shown.position), last, legal: shown.legal }, now === was ? null : step);
  byId('analyse-title').replaceChildren(...(answer.title ? [`${answer.title} · `] : []), el('a', { href: rules.address }, el('bdi', {}, rules.name)));
  byId('analyse').dataset.path = path.join(' ');
  setText(byId('status'), answer.says);
  message.replaceChildren(...parsed(answer.said));
  tree.show(answer.html, path);
  byId('moves-empty').hidden = answer.html !== '';
  button('undo').setAttribute('aria-disabled', String(!study.canUndo));
  button('redo').setAttribute('aria-disabled', String(!study.canRedo));
  button('promote').hidden = button('main-line').hidden = !answer.variation;
  button('delete').hidden = path.length === 0;
  for (const [id, is] of [['step-first', path.length === 0], ['step-back', path.length === 0], ['step-forward', next.length === 0], ['step-last', next.length === 0]]) {
    button(String(id)).setAttribute('aria-disabled', String(is));
  }
}

study.addEventListener('shown', (event) => {
  if (study.shown) render(study.shown, /** @type {CustomEvent} */ (event).detail.before);
});
/** Brings what is said into sight, wherever on the page it was asked for. */
export const toMessage = () => message.scrollIntoView({ block: 'nearest' });
/** @param {string} says */
function trouble(says) {
  message.replaceChildren(el('p', { class: 'refusal' }, says));
  toMessage();
}
study.addEventListener('trouble', (event) => trouble(/** @type {CustomEvent} */ (event).detail));

/** Ways through the tree, from where it is. @type {Record<string, () => string[]>} */
const ways = {
  first: () => [],
  back: () => study.path.slice(0, -1),
  forward: () => study.shown?.line.slice(0, study.path.length + 1) ?? [],
  last: () => study.shown?.line ?? [],
};

/** @param {string} way */
function step(way) {
  const path = ways[way]?.();
  if (path && path.length !== study.path.length) void study.go(path);
}

for (const way of Object.keys(ways)) byId(`step-${way}`).addEventListener('click', () => step(way));
byId('turn-board').addEventListener('click', () => {
  if (!board) return;
  board.turn(!board.turned);
  remember('turned', board.turned ? 'yes' : 'no');
});
byId('undo').addEventListener('click', () => void study.undo());
byId('redo').addEventListener('click', () => void study.redo());
byId('promote').addEventListener('click', () => void study.edit({ do: 'promote' }));
byId('main-line').addEventListener('click', () => void study.edit({ do: 'promote', main: true }));
byId('delete').addEventListener('click', () => void study.edit({ do: 'delete' }));
// After a tap with a pointer the arrow keys step through the moves; who comes to the board by keys goes from square to square.
byId('board').addEventListener('pointerup', () => setTimeout(() => {
  if (document.activeElement instanceof HTMLElement && document.activeElement.dataset.square) document.activeElement.blur();
}));

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.altKey) return;
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    void (event.shiftKey ? study.redo() : study.undo());
    return;
  }
  if (event.shiftKey) return;
  if (event.key === 'f') byId('turn-board').click();
  if (event.key === 'Delete') byId('delete').click();
  if (event.key === 'c') {
    event.preventDefault();
    byId('comment').focus();
  }
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    const beside = tree.beside(study.path, event.key === 'ArrowUp' ? -1 : 1);
    if (!beside) return;
    event.preventDefault();
    void study.go(beside);
  }
  const way = /** @type {Record<string, string>} */ ({ ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' })[event.key];
  if (!way) return;
  event.preventDefault();
  step(way);
});

/** Opens what the address says, behind a `#` or a `?`: a text, what the browser keeps, a position, or nothing. */
async function open() {
  const { hash } = location;
  const said = new URLSearchParams(hash.slice(1) || location.search);
  if (/^#[0-9a-f-]{36}$/.test(hash)) {
    if (await study.openKept(hash.slice(1))) return;
    trouble(t('analyse-gone'));
  } else if (said.has('t')) {
    const text = await unpack(said.get('t') ?? '');
    const path = said.get('at') ?? '';
    const from = `#t=${said.get('t')}`;
    if (text === null) trouble(t('analyse-broken-link'));
    else if (await study.open(text, path && path !== 'end' ? path.split(',') : [], from)) {
      if (path === 'end') await study.go(study.shown?.line ?? []);
      await offerKept(from);
      return;
    }
  } else if (said.has('rules')) {
    const { rules = '', position = '', turn = '', moves = '' } = Object.fromEntries(said);
    if (await study.begin({ do: 'start', at: { rules, position, turn, moves: moves ? moves.split(',') : [] } })) return;
  }
  // What was wrong stays to be read.
  const wrong = [...message.childNodes];
  if (!study.shown) await study.begin({ do: 'start', at: EMPTY });
  message.append(...wrong);
}

/** Who has worked on the same before finds that again. @param {string} from */
async function offerKept(from) {
  const same = (await all().catch(() => [])).find((one) => one.from === from);
  if (same) message.append(el('p', {}, t('analyse-before'), ' ', el('a', { href: studyAddress(same.id) }, t('analyse-before-open'))));
}

addEventListener('hashchange', (event) => { if (!leadsWithin(event)) void open(); });
// The modules that hang on this one are to be there when the first place is shown.
if (document.readyState === 'complete') void open();
else document.addEventListener('DOMContentLoaded', () => void open(), { once: true });
