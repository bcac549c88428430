// @ts-check
// Small help with the document.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | ((event: Event) => void) | undefined>} [props]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string') element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * An element that the page is known to have.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
export function svg(tag, attributes = {}) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * Puts text where it is not yet, so that a live region speaks only what is new.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The elements that a template wrote.
 * @param {string} html
 * @returns {HTMLElement[]}
 */
export function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return /** @type {HTMLElement[]} */ ([...template.content.children]);
}

/** What a template wrote last into an element. @type {WeakMap<Element, string>} */
const filled = new WeakMap();

/**
 * Puts what a template wrote in its place: the content of each element into the page's element of the same id, hidden or not as that is.
 * What was written the same before stays, so that a live region speaks only what is new.
 * @param {string} html
 */
export function fill(html) {
  for (const part of parsed(html)) {
    const here = byId(part.id);
    here.hidden = part.hidden;
    const written = part.innerHTML;
    if (written === (filled.get(here) ?? here.innerHTML)) continue;
    const focused = document.activeElement instanceof HTMLElement && here.contains(document.activeElement) ? document.activeElement.dataset.action : undefined;
    here.replaceChildren(...part.childNodes);
    filled.set(here, written);
    if (focused) focusAction(focused);
  }
}

/** Puts something else where a template wrote. @param {Element} here @param {...(Node | string)} content */
export function put(here, ...content) {
  here.replaceChildren(...content);
  filled.delete(here);
}

/** Gives the focus to the button of an action, if there is one. @param {string} action */
export function focusAction(action) {
  const button = document.querySelector(`[data-action="${CSS.escape(action)}"]`);
  if (button instanceof HTMLElement) button.focus();
}

/**
 * Changes the page, and has the focus go elsewhere where what holds it goes.
 * @param {() => void} change
 * @param {() => void} elsewhere
 */
export function holdFocus(change, elsewhere) {
  const held = document.activeElement;
  change();
  if (held === null || held === document.body || held.getClientRects().length > 0) return;
  if (document.activeElement === held || document.activeElement === document.body) elsewhere();
}

/**
 * Whether a new fragment of the address leads to a place on the page. Where the fragment says what the page shows, the one before is put back
 * then, so that the page is still found again.
 * @param {HashChangeEvent} event
 */
export function leadsWithin({ oldURL }) {
  if (!document.getElementById(location.hash.slice(1))) return false;
  history.replaceState(null, '', oldURL);
  return true;
}

/**
 * Copies a text; where the browser keeps the clipboard closed, it selects the field that holds it.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement | null} field
 * @returns {Promise<boolean>}
 */
export async function copy(text, field = null) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    return false;
  }
}

/** An id that nothing else has. */
export function newId() {
  // randomUUID is closed to pages without https, and a game in the local network has none.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Gives a text as a file. @param {string} text @param {string} name */
export function saveText(text, name) {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  el('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/**
 * What the browser remembers for this page's reader; nothing where storage is closed.
 * @param {string} key
 * @returns {string | null}
 */
export function remembered(key) {
  try { return localStorage.getItem(`hnefi-${key}`); } catch { return null; }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try { localStorage.setItem(`hnefi-${key}`, value); } catch { /* Then it holds for this page only. */ }
}

/** @param {string} key */
export function unremember(key) {
  try { localStorage.removeItem(`hnefi-${key}`); } catch { /* Then there is nothing. */ }
}
