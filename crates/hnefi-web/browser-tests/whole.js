// @ts-check
// A page is looked at and used when it is whole, with its scripts: Playwright itself goes on as soon as the first piece of it has arrived.

/** @import {Browser, Page} from 'playwright-core' */

const LOOKS = ['ariaSnapshot', 'evaluate', 'evaluateHandle', 'getAttribute', 'innerHTML', 'innerText', 'inputValue', 'isChecked', 'isDisabled', 'isEditable', 'isEnabled', 'isHidden', 'isVisible', 'screenshot', 'textContent'];
const USES = ['check', 'click', 'dblclick', 'dispatchEvent', 'fill', 'focus', 'hover', 'press', 'selectOption', 'setChecked', 'setInputFiles', 'tap', 'uncheck'];

/** The pages of a test that is about what happens before they are whole. @type {WeakSet<Page>} */
export const early = new WeakSet();

let patched = false;

/** Sees to it, for every page there is in these tests. @param {Browser} browser */
export async function onlyWhole(browser) {
  if (patched) return;
  patched = true;
  const page = await browser.newPage();
  waiting(page, [...LOOKS, ...USES, 'content', 'dragAndDrop', 'pdf', 'title'], (it) => it);
  waiting(page.locator('*'), [...LOOKS, ...USES, 'all', 'allInnerTexts', 'allTextContents', 'boundingBox', 'count', 'elementHandle', 'elementHandles', 'evaluateAll', 'pressSequentially', 'scrollIntoViewIfNeeded', 'selectText'], (it) => it.page());
  for (const [hand, uses] of /** @type {[object, string[]][]} */ ([
    [page.keyboard, ['down', 'insertText', 'press', 'type']],
    [page.mouse, ['click', 'dblclick', 'down', 'move', 'wheel']],
    [page.touchscreen, ['tap']],
  ])) waiting(hand, uses, (it) => it._page);
  await page.close();
}

/** @param {any} one one of its class @param {string[]} names of methods @param {(it: any) => Page} pageOf */
function waiting(one, names, pageOf) {
  const all = Object.getPrototypeOf(one);
  for (const name of names) {
    const own = all[name];
    if (!own) throw new Error(`Playwright has no ${name} any more`);
    all[name] = async function (/** @type {any[]} */ ...given) {
      const page = pageOf(this);
      if (!early.has(page)) await page.waitForLoadState('domcontentloaded');
      return own.apply(this, given);
    };
  }
}
