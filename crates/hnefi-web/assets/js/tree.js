// @ts-check
// The tree of moves as the referee wrote it. Each move knows the one before it, so that the way to it is known.

export class Tree {
  #html = '';
  /** The moves by the way to them. @type {Map<string, HTMLButtonElement>} */
  #places = new Map();
  /** @type {Map<HTMLButtonElement, string[]>} */
  #ways = new Map();

  /**
   * @param {HTMLElement} host
   * @param {(path: string[]) => void} go
   */
  constructor(host, go) {
    this.host = host;
    host.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const path = button && this.#ways.get(button);
      if (path) go(path);
    });
  }

  /** @param {string} html @param {string[]} path the place that is shown */
  show(html, path) {
    const { host } = this;
    const hadFocus = host.contains(document.activeElement);
    if (html !== this.#html) this.#fill(html);
    const current = this.#places.get(path.join(' '));
    for (const button of host.querySelectorAll('[aria-current]')) button.removeAttribute('aria-current');
    for (const button of host.querySelectorAll('[tabindex="0"]')) button.setAttribute('tabindex', '-1');
    (current ?? host.querySelector('button'))?.setAttribute('tabindex', '0');
    current?.setAttribute('aria-current', 'true');
    if (current) reveal(host, current);
    else host.scrollTop = 0;
    if (hadFocus) (current ?? host.querySelector('button'))?.focus({ preventScroll: true });
  }

  /** The way to the move before or after the last one, of those that go on from the same place. @param {string[]} path @param {number} step */
  beside(path, step) {
    const here = this.#places.get(path.join(' '));
    const beside = [...this.#ways.keys()].filter((button) => button.dataset.parent === here?.dataset.parent);
    const other = here && beside[(beside.indexOf(here) + step + beside.length) % beside.length];
    return other && other !== here ? this.#ways.get(other) ?? null : null;
  }

  /** @param {string} html */
  #fill(html) {
    this.#html = html;
    this.host.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
    this.#places.clear();
    this.#ways.clear();
    /** @type {Map<string, string[]>} */
    const numbered = new Map([['0', []]]);
    /** @type {HTMLButtonElement[]} */
    const buttons = [...this.host.querySelectorAll('button')];
    for (const button of buttons) {
      const { number = '', parent = '', move = '' } = button.dataset;
      const path = [...(numbered.get(parent) ?? []), move];
      numbered.set(number, path);
      this.#ways.set(button, path);
      this.#places.set(path.join(' '), button);
      button.setAttribute('tabindex', '-1');
    }
  }
}

/** Scrolls the list, never the page. @param {HTMLElement} list @param {Element} item */
function reveal(list, item) {
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - list.clientHeight / 2;
}
