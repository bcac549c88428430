// @ts-check
// A mark in the title of a page that nobody looks at, until somebody does.

/** The title without a mark, while there is one. */
let plain = '';
document.addEventListener('visibilitychange', () => {
  if (document.hidden || !plain) return;
  document.title = plain;
  plain = '';
});

/** Whether there is a mark. */
export const isMarked = () => plain !== '';

/** @param {string} news */
export function mark(news) {
  plain ||= document.title;
  document.title = `● ${news} · ${plain}`;
}
