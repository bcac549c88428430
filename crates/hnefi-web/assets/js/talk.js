// @ts-check
// What people say to each other beside the game. It may be switched off for good; then the page does not even ask for it.

import { byId, el, parsed, remember, remembered } from './dom.js';
import { t, tn } from './words.js';

/** @import {GameLine, RefusedMessage, TalkMessage} from './types.js' */

export class TalkPanel {
  /** How many lines came that nobody has seen. */
  #unseen = 0;
  #inSight = false;
  /** What was typed and sent, until it comes back. */
  #unsaid = '';
  /** What was sent before the page began to listen: it comes back at once, or was lost with the line. */
  #lost = '';

  /** @param {() => GameLine} line */
  constructor(line) {
    this.line = line;
    this.section = document.getElementById('talk');
    if (!this.section) return;
    this.box = /** @type {HTMLInputElement} */ (byId('talk-on'));
    this.box.checked = remembered('talk') !== 'off';
    this.section.hidden = !this.box.checked;
    this.box.addEventListener('change', () => this.#switch());
    new IntersectionObserver(([entry]) => this.#look(Boolean(entry?.isIntersecting))).observe(byId('talk-lists'));
    document.addEventListener('visibilitychange', () => this.#look(this.#inSight));
    byId('talk-may').addEventListener('click', (event) => this.#press(event));
    byId('talk-may').addEventListener('submit', (event) => this.#send(event));
    byId('talk-jump').addEventListener('click', () => byId('talk-lists').focus({ preventScroll: true }));
  }

  get on() {
    return Boolean(this.section && !this.section.hidden);
  }

  /** The line is open: from now on the page listens. */
  join() {
    if (!this.on || !this.line().send({ type: 'talk' })) return;
    this.#lost = this.#unsaid || this.#lost;
    this.#unsaid = '';
  }

  /** @param {TalkMessage} talk */
  take(talk) {
    if (!this.on) return;
    const [lines, may] = parsed(talk.html);
    /** @type {HTMLElement[]} */
    const fresh = [];
    const known = new Map([...this.#lines()].map((one) => [one.dataset.number ?? '', one]));
    for (const one of /** @type {HTMLElement[]} */ ([...(lines?.children ?? [])])) {
      // What is told again stays, so that a live region speaks only what is new.
      const here = known.get(one.dataset.number ?? '');
      known.delete(one.dataset.number ?? '');
      if (!here) fresh.push(one);
      else if (here.innerHTML !== one.innerHTML) here.replaceChildren(...one.childNodes);
    }
    if (!talk.since) for (const gone of known.values()) gone.remove();
    const first = !this.section?.dataset.heard;
    for (const one of fresh) byId(`talk-${one.dataset.room}`).append(one);
    byId('talk-watchers-part').hidden = byId('talk-watchers').childElementCount === 0 || byId('game').dataset.watch === 'true';
    byId('talk-empty').hidden = this.#lines().length > 0;
    if (fresh.some((one) => one.classList.contains('you'))) this.#unsaid = this.#lost = '';
    if (may) this.#allow(may);
    if (this.#lost && !talk.since) {
      this.#giveBack(this.#lost);
      this.#lost = '';
    }
    if (this.section) this.section.dataset.heard = 'yes';
    const lists = byId('talk-lists');
    if (fresh.length) lists.scrollTop = lists.scrollHeight;
    if (!first) this.#unseen += fresh.filter((one) => !one.classList.contains('you')).length;
    this.#look(this.#inSight);
  }

  /** Says why something was not said. @param {RefusedMessage} refused */
  refused(refused) {
    byId('talk-said').textContent = refused.message;
    this.#giveBack(this.#unsaid);
    this.#unsaid = '';
  }

  /** Puts what was not said where it was typed. What is typed by now stays. @param {string} words */
  #giveBack(words) {
    const field = this.#field();
    if (field && !field.value) field.value = words;
  }

  #lines() {
    return /** @type {NodeListOf<HTMLElement>} */ (byId('talk-lists').querySelectorAll('li'));
  }

  #field() {
    return /** @type {HTMLInputElement | null} */ (document.getElementById('talk-words'));
  }

  /** What may be said. What was being typed stays. @param {HTMLElement} may */
  #allow(may) {
    const typed = this.#field()?.value ?? '';
    const focused = document.activeElement === this.#field();
    byId('talk-may').replaceChildren(...may.childNodes);
    const field = this.#field();
    if (!field) return;
    field.value = typed;
    if (focused) field.focus();
  }

  /** @param {Event} event */
  #press(event) {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (!button) return;
    byId('talk-said').textContent = '';
    const { greeting, closes } = button.dataset;
    if (greeting) this.#say({ type: 'say', greeting });
    else if (closes) this.#say({ type: 'close-talk', closed: closes === 'true' });
  }

  /** @param {Event} event */
  #send(event) {
    event.preventDefault();
    const field = this.#field();
    if (!field) return;
    const words = field.value.trim();
    if (!words || !this.#say({ type: 'say', words })) return;
    byId('talk-said').textContent = '';
    this.#unsaid = words;
    field.value = '';
  }

  /** @param {import('./types.js').ClientMessage} message */
  #say(message) {
    const sent = this.line().send(message);
    if (!sent) byId('talk-said').textContent = t('play-line-down');
    return sent;
  }

  #switch() {
    if (!this.section || !this.box) return;
    remember('talk', this.box.checked ? 'on' : 'off');
    this.section.hidden = !this.box.checked;
    this.join();
    this.#look(this.#inSight);
  }

  /** Whether the lines can be seen; how many cannot, a link beside the board says. @param {boolean} inSight */
  #look(inSight) {
    this.#inSight = inSight;
    if (inSight && !document.hidden) this.#unseen = 0;
    const jump = byId('talk-jump');
    jump.hidden = !this.on || this.#unseen === 0;
    const says = tn('talk-new', this.#unseen);
    if (!jump.hidden && jump.title !== says) {
      jump.title = says;
      jump.replaceChildren(el('span', { 'aria-hidden': 'true' }, String(this.#unseen)), el('span', { class: 'visually-hidden' }, says));
    }
  }
}
