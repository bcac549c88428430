// @ts-check
// The analysis board: the board, the tree of moves, and what is changed in it. What it shows is in the fragment of its address.

import { Board } from './board.js';
import { byId, el, parsed, remember, remembered, setText } from './dom.js';
import { unpack } from './packed.js';
import { readMove, readRows } from './position.js';
import { Study } from './study.js';
import { Tree } from './tree.js';
import { t } from './words.js';

/** @import {Shape, StudyAnswer} from './types.js' */

const COLOURS = /** @type {Record<string, string>} */ ({ G: 'green', R: 'red', Y: 'yellow', B: 'blue' });
/** What is analysed before anything else is: the start of the first leaflet. */
const EMPTY = { rules: 'fetlar-2018' };

export const study = new Study();
/** The board; made anew where another one is wanted. @type {Board | null} */
export let board = null;
let look = '';

const message = byId('message');
const comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
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
      onIntent: (from, to) => void study.edit({ do: 'play', move: `${from}-${to}` }),
      onPick: (square) => void study.dispatchEvent(new CustomEvent('pick', { detail: square })),
    });
    if (turned) board.turn(true);
  }
  return board;
}

/** What a mark such as `Gd1d4` draws. @param {string} mark @returns {Shape} */
export function shapeOf(mark) {
  const [from = '', to] = mark.slice(1).match(/[a-z]\d+/g) ?? [];
  return { from, ...(to ? { to } : {}), kind: `drawn-${COLOURS[mark.charAt(0)]}` };
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
  here.draw('drawn', answer.marks.map(shapeOf));
  byId('analyse-title').replaceChildren(...(answer.title ? [`${answer.title} · `] : []), el('a', { href: rules.address }, el('bdi', {}, rules.name)));
  byId('analyse').dataset.path = path.join(' ');
  setText(byId('status'), answer.says);
  message.replaceChildren(...parsed(answer.said));
  tree.show(answer.html, path);
  byId('moves-empty').hidden = answer.html !== '';
  if (document.activeElement !== comment) comment.value = answer.comment;
  setText(byId('comment-label'), t(path.length ? 'analyse-comment' : 'analyse-start-comment'));
  button('undo').disabled = !study.canUndo;
  button('redo').disabled = !study.canRedo;
  button('promote').hidden = button('main-line').hidden = !answer.variation;
  button('delete').hidden = path.length === 0;
  for (const [id, is] of [['step-first', path.length === 0], ['step-back', path.length === 0], ['step-forward', next.length === 0], ['step-last', next.length === 0]]) {
    button(String(id)).setAttribute('aria-disabled', String(is));
  }
}

study.addEventListener('shown', (event) => {
  if (study.shown) render(study.shown, /** @type {CustomEvent} */ (event).detail.before);
});
study.addEventListener('trouble', (event) => {
  message.replaceChildren(el('p', { class: 'refusal' }, /** @type {CustomEvent} */ (event).detail));
});

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
byId('begin-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void study.edit({ do: 'start', at: { rules: /** @type {HTMLSelectElement} */ (byId('begin-rules')).value } });
});
comment.addEventListener('change', () => void study.edit({ do: 'comment', text: comment.value }));

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
  const way = /** @type {Record<string, string>} */ ({ ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' })[event.key];
  if (!way || event.shiftKey) return;
  event.preventDefault();
  step(way);
});

/** Opens what the address says. */
async function open() {
  const said = new URLSearchParams(location.hash.slice(1));
  const text = said.has('t') ? await unpack(said.get('t') ?? '') : null;
  if (text) await study.open(text, said.get('at')?.split(',') ?? []);
  if (!study.shown) await study.edit({ do: 'start', at: EMPTY });
}

addEventListener('hashchange', () => void open());
void open();
