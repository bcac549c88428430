// @ts-check
// The sheet at the bottom of a small screen: the page leaves as much room at its end as the sheet covers.

/** Whether it is one: on a large screen the same words stand beside the board. @param {HTMLElement} sheet */
export const isSheet = (sheet) => getComputedStyle(sheet).position === 'fixed';

/** @param {HTMLElement} sheet */
export function followSheet(sheet) {
  new ResizeObserver(() => {
    const covers = isSheet(sheet) ? sheet.offsetHeight : 0;
    document.documentElement.style.setProperty('--sheet', `${covers}px`);
  }).observe(sheet);
}
