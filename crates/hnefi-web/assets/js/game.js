// @ts-check
// The game page: states go in, the board and the words about it come out. Where they come from is not its business.

import { ActionsPanel } from './actions.js';
import { Board } from './board.js';
import { ClocksPanel } from './clocks.js';
import { ConditionalPanel } from './conditional.js';
import { ConfirmMove } from './confirm-move.js';
import { MARKED, captureMarks, fallenKing } from './captures.js';
import { byId, fill, holdFocus, newId, remember, remembered, setText } from './dom.js';
import { EndPanel } from './end.js';
import { Inbox } from './inbox.js';
import { LinksPanel } from './links.js';
import { MessagePanel } from './message.js';
import { MoveListPanel, drawn } from './moves.js';
import { tellNews } from './news.js';
import { NextTurn } from './next-turn.js';
import { renderLine, renderPlayers } from './players.js';
import { prettyMove, readMove } from './position.js';
import { play, setSound, soundOn } from './sound.js';
import { followSheet, isSheet } from './sheet.js';
import { GameStore } from './store.js';
import { TalkPanel } from './talk.js';
import { t, tn } from './words.js';

/** @import {GameLine, Intent, LineOptions, LineStatus, Ply, ServerMessage, SquareMark, StateMessage} from './types.js' */

const page = byId('game');
const captured = byId('captured');
const watching = page.dataset.watch === 'true';
const store = new GameStore(JSON.parse(byId('state').textContent ?? ''));
const message = new MessagePanel();
const links = new LinksPanel(() => line);
const actions = new ActionsPanel((what) => {
  withdrawn = what.type === 'withdraw';
  if (what.type === 'prove') {
    if (line.send({ ...what, ply: store.shown })) message.say(t('play-proving'));
  } else line.send(what);
});
const moves = new MoveListPanel(store, showPly);
const end = new EndPanel(() => line, () => showPly(0));
const inbox = new Inbox(receive);
const talk = new TalkPanel(() => line);
const clocks = new ClocksPanel(store, (what) => line.send(what));
const conditional = new ConditionalPanel(store, {
  send: (what) => line.send(what),
  draw: (step) => render(step),
  say: (text) => message.say(text),
  toBoard: () => board.host.scrollIntoView({ block: 'center' }),
});
const nextTurn = new NextTurn(store);
const confirming = new ConfirmMove(store, {
  send: () => { sendPending(); play('move'); render(); },
  back: ({ from, to }) => render({ from: to, to: from }),
  leave: () => board.grid.focus(),
});

/** @type {GameLine} */
let line;
/** @type {LineStatus} */
let lineStatus = { kind: 'joining', says: '' };
/** @type {string | null} */
let confirmed = null;
/** @type {SquareMark[]} */
let marks = [];
/** @type {Intent | null} */
let hint = null;
/** @type {Ply | undefined} whose captures are told */
let told;
/** The move that was last asked about. @type {Intent | null} */
let tried = null;
/** Whether it is said that an offer was declined. */
let declinedTold = false;
/** Whether the offer that is gone was withdrawn here. */
let withdrawn = false;

const board = new Board(byId('board'), {
  size: store.state.size,
  throne: store.state.throne,
  corners: store.state.corners,
  label: t('board-label'),
  onIntent: intend,
  onStray: askMove,
  onPick: pick,
});

/** Draws everything anew; what did not change stays as it is. @param {Intent | null} step */
function render(step = null) {
  const { state } = store;
  const free = store.live && !store.pending && !state.outcome;
  const last = store.pending && store.live ? { from: store.pending.from, to: store.pending.to } : store.moveBefore(store.shown);
  renderCaptures();
  fill(state.html);
  board.show(conditional.view() ?? { pieces: store.pieces(), last, legal: free ? state.legal : {}, repeats: free ? state.repeats : {}, marks: marked(), ghosts: fallenKing(fallen()), hint: store.live ? hint : null }, step);
  moves.render();
  end.render(state, store.live);
  renderPlayers(store);
  clocks.render();
  confirming.render();
  nextTurn.render();
  conditional.render();
  actions.render(lineStatus.kind === 'open');
  links.render();
  renderLine(lineStatus, line, store, confirmed);
  const mine = free && Object.keys(state.legal).length > 0;
  byId('type-move').toggleAttribute('hidden', state.you.length === 0 || Boolean(state.outcome));
  page.classList.toggle('your-move', mine);
}

/** Says what the ply that is shown captured. What was unfolded stays so while the ply does. */
function renderCaptures() {
  const ply = store.pending ? undefined : store.plies[store.shown - 1];
  if (ply === told) return;
  told = ply;
  captured.replaceChildren(...((ply && drawn(ply).captured?.cloneNode(true).childNodes) ?? []));
  // How the king fell is told in full with the result.
  if (fallen().length) captured.querySelector('details')?.remove();
}

/** How the king fell, while the end of the game is shown. */
function fallen() {
  const captures = store.live && !store.pending && store.state.outcome ? store.plies.at(-1)?.captures ?? [] : [];
  return captures.filter(({ piece }) => piece === 'king');
}

/** What is marked: who captured the king stays so while nothing else is. */
const marked = () => (marks.length ? marks : captureMarks(fallen()));

/** @param {SquareMark[]} wanted */
function mark(wanted) {
  marks = wanted;
  board.mark({ marks: marked() });
}

/** Marks for a while who fell to a ply, to whom and against what. @param {number} number the ply's, 1 for the first */
function markCaptures(number) {
  const mine = captureMarks(store.plies[number - 1]?.captures ?? []);
  marks = mine;
  if (mine.length) setTimeout(() => { if (marks === mine) mark([]); }, MARKED);
}

/** @param {number} wanted the number of plies before the position */
function showPly(wanted) {
  holdFocus(() => showAfter(wanted), focusGame);
}

/** @param {number} wanted */
function showAfter(wanted) {
  const ply = Math.max(0, Math.min(store.plies.length, wanted));
  const before = store.shown;
  store.at = ply === store.plies.length ? null : ply;
  if (ply === before && store.live) return;
  const forward = ply === before + 1 ? store.moveBefore(ply) : null;
  const back = ply === before - 1 ? store.moveBefore(before) : null;
  markCaptures(ply);
  message.clear();
  render(forward ?? (back ? { from: back.to, to: back.from } : null));
  const said = ply === 0 ? t('play-at-start') : t('play-move-shown', { number: ply, says: store.plies[ply - 1]?.says ?? '' });
  setText(byId('said'), said);
}

/** Somebody wants to move. @param {string} from @param {string} to @param {boolean} legal */
function intend(from, to, legal) {
  if (conditional.active && legal) return conditional.intend(from, to);
  if (!legal || !store.live) {
    board.refuse(from, to);
    return askMove(from, to);
  }
  return submit(from, to, confirming.wanted);
}

/** Asks whether a piece may go there, and why not. @param {string} from @param {string} to */
function askMove(from, to) {
  tried = { from, to };
  if (!conditional.active) ask({ move: `${from}-${to}` }, prettyMove(`${from}-${to}`));
}

/** Shows a move as on its way, and sends it, unless that is to be asked first. @param {string} from @param {string} to @param {boolean} asks */
function submit(from, to, asks) {
  store.pending = { id: newId(), ply: store.plies.length, from, to, state: asks ? 'asked' : 'unsent' };
  marks = [];
  hint = null;
  message.clear();
  inbox.moved();
  sendPending();
  if (!asks) play('move');
  render({ from, to });
}

function sendPending() {
  const { pending } = store;
  if (!pending || pending.state === 'asked') return;
  const { id, ply, from, to } = pending;
  pending.state = line.send({ type: 'move', id, ply, from, to }) ? 'sent' : 'unsent';
}

/** @param {{square: string} | {move: string}} about @param {string} name */
function ask(about, name) {
  if (!line.send({ type: 'why', ply: store.shown, ...about })) message.say(line.says('unasked', name));
}

/** @param {string | null} square */
function pick(square) {
  tried = null;
  if (marks.length) mark([]);
  if (!square || conditional.active) {
    message.clear();
    return;
  }
  const piece = board.view.pieces.get(square);
  if (!piece) return;
  const count = board.view.legal[square]?.length ?? 0;
  const name = t(piece === 't' ? 'board-attacker' : piece === 'T' ? 'board-defender' : 'board-king');
  const text = t('play-picked', { square, piece: name }) + (count ? ` ${tn('play-picked-moves', count)}` : '');
  message.pick(text, t('play-why-piece'), () => ask({ square }, square));
}

/** @param {StateMessage} state */
function takeState(state) {
  const ends = Boolean(state.outcome) && !store.state.outcome;
  const { offer, you } = store.state;
  const offered = offer && you.length === 1 && you.includes(offer.by) ? offer.kind : null;
  const last = store.state;
  const applied = store.apply(state);
  if (applied === 'old') return;
  if (applied === 'gap') {
    line.send({ type: 'hello', plies: 0, version: 0 });
    return;
  }
  clocks.took();
  const { before, after, confirmed: done, lost } = applied;
  tellNews(last, state, after > before);
  if (done) confirmed = `${done.from}-${done.to}`;
  else if (after !== before) confirmed = null;
  if (after !== before || state.outcome) {
    marks = [];
    hint = null;
  }
  const one = after === before + 1;
  const newest = store.plies[after - 1];
  if (after > before && newest) {
    setText(byId('said'), newest.says);
    if (store.live) {
      if (state.outcome) play('end');
      else if (newest.captures.length) play('capture');
      else if (!done) play('move');
    }
    if (store.live) {
      message.clear();
      markCaptures(after);
    }
  } else if (after < before) {
    message.clear();
    setText(byId('said'), t('play-taken-back'));
  }
  if (ends) message.clear();
  const declined = offered && !state.offer && !state.next && !ends && !done && !withdrawn && after >= before;
  if (declined) message.say(t(`play-declined-${offered}`));
  // What was said of one offer does not stay above the next.
  else if (state.offer && declinedTold) message.clear();
  declinedTold = Boolean(declined) || (declinedTold && !state.offer);
  if (lost) message.say(t('play-move-lost', { move: prettyMove(`${lost.from}-${lost.to}`) }));
  render(store.live && one && !done ? store.moveBefore(after) : null);
  conditional.moved();
  if (after !== before || ends) void nextTurn.look(Boolean(done));
  // The board above the sheet, once that has its size.
  if (ends) requestAnimationFrame(() => requestAnimationFrame(() => board.host.scrollIntoView({ block: 'nearest' })));
}

/** Where the focus goes when what held it is gone: to the end of the game, or to the board. */
function focusGame() {
  const over = byId('end');
  if (over.getClientRects().length) over.focus({ preventScroll: true });
  else board.grid.focus();
}

/** @param {ServerMessage} received */
function receive(received) {
  holdFocus(() => take(received), focusGame);
}

/** @param {ServerMessage} received */
function take(received) {
  switch (received.type) {
    case 'state': return takeState(received);
    case 'talk': return talk.take(received);
    case 'refused': {
      conditional.settle();
      if (received.code.startsWith('talk-')) return talk.refused(received);
      const { pending } = store;
      const mine = pending && received.id === pending.id;
      if (mine) store.pending = null;
      if (mine) render({ from: pending.to, to: pending.from });
      if (mine) board.refuse(pending.from, pending.to);
      const move = mine ? `${pending.from}-${pending.to}` : null;
      return message.refused(received, move ? () => ask({ move }, prettyMove(move)) : null);
    }
    case 'why': {
      const refusing = received.marks.find((one) => one.mark === 'refuses');
      mark(received.marks.filter((one) => one !== refusing));
      if (refusing && tried && received.about === `${tried.from}-${tried.to}`) board.refuse(tried.from, refusing.square);
      return message.why(received);
    }
    case 'hint':
      hint = readMove(received.move);
      marks = [];
      board.select(null);
      board.mark({ hint, marks });
      return message.say(received.says);
    case 'what-if':
      return conditional.took(received);
    case 'goto':
      location.assign(received.watch ? `/watch/${received.watch}` : line.address(received.game ?? ''));
      return undefined;
    case 'error':
      return message.say(received.error.message);
    default:
      return undefined;
  }
}

/** @param {LineStatus} status */
function takeStatus(status) {
  lineStatus = status;
  // The same id again: it is played once, however often it comes.
  if (status.kind === 'open') {
    sendPending();
    talk.join();
  } else {
    conditional.settle();
    if (store.pending?.state === 'sent') store.pending.state = 'unsent';
  }
  renderLine(status, line, store, confirmed);
  actions.render(status.kind === 'open');
}

const typed = /** @type {HTMLInputElement} */ (byId('typed'));
byId('type-move').addEventListener('submit', async (event) => {
  event.preventDefault();
  const intent = readMove(typed.value);
  if (!intent) {
    const text = typed.value.trim().slice(0, 20);
    message.say(text ? t('play-typed-unread', { text }) : t('play-typed-empty'));
    typed.focus();
    return;
  }
  typed.value = '';
  await conditional.shown();
  showPly(store.plies.length);
  intend(intent.from, intent.to, board.view.legal[intent.from]?.includes(intent.to) ?? false);
});

function turnBoard() {
  board.turn(!board.turned);
  remember('turned', board.turned ? 'yes' : 'no');
}
byId('turn-board').addEventListener('click', turnBoard);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'f' || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target instanceof HTMLElement && event.target.closest('input, select, textarea')) return;
  turnBoard();
});
const sound = /** @type {HTMLInputElement} */ (byId('sound'));
sound.checked = soundOn();
sound.addEventListener('change', () => setSound(sound.checked));

byId('sheet-close').addEventListener('click', () => holdFocus(putAway, focusGame));
document.addEventListener('keydown', (event) => { if (event.key === 'Escape') holdFocus(putAway, focusGame); });
followSheet(byId('sheet'));

/** Puts away what is said, so that what lies under it can be reached. An offer stays until it is answered. */
function putAway() {
  message.clear();
  confirming.back();
  if (!isSheet(byId('sheet'))) return;
  captured.replaceChildren();
  end.putAway();
}

if (remembered('turned') === 'yes') board.turn(true);
page.classList.toggle('watching', watching);

/** Begins to play through a line. @param {(options: LineOptions) => GameLine} connect */
export function begin(connect) {
  line = connect({
    hello: () => ({ type: 'hello', plies: store.plies.length, version: store.state.version }),
    onMessage: (received) => inbox.take(received),
    onStatus: takeStatus,
  });
  render();
  line.now();
  void nextTurn.look(false);
}
