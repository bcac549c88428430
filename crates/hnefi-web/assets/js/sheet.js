// @ts-check
// The sheet at the bottom of a small screen: the page leaves as much room at its end as the sheet covers.

/** @param {HTMLElement} sheet */
export function followSheet(sheet) {
  new ResizeObserver(() => {
    const covers = getComputedStyle(sheet).position === 'fixed' ? sheet.offsetHeight : 0;
    document.documentElement.style.setProperty('--sheet', `${covers}px`);
  }).observe(sheet);
}
