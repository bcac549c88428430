// @ts-check
// The title of the page, with marks: how many games wait for one's move, and what happens while nobody looks at the page, until somebody
// does.

let plain = document.title;
let news = '';
let waiting = 0;

function write() {
  document.title = `${news && `● ${news} · `}${waiting ? `(${waiting}) ` : ''}${plain}`;
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden || !news) return;
  news = '';
  write();
});

/** The title without marks. */
export const plainTitle = () => plain;

/** Names the page otherwise. @param {string} title */
export function name(title) {
  plain = title;
  write();
}

/** Whether there is news. */
export const isMarked = () => news !== '';

/** @param {string} what */
export function mark(what) {
  news = what;
  write();
}

/** Shows how many games wait for one's move. @param {number} games */
export function count(games) {
  waiting = games;
  write();
}
