// @ts-check
// What is folded unfolds where the address leads into it, and on paper.

/** The element that the address names; null where it names none. */
function target() {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch {
    // A fragment with a lone per cent sign cannot be decoded.
    return null;
  }
}

/** Unfolds what the address names. */
function unfold() {
  const named = target();
  let opened = false;
  for (let fold = named?.closest('details'); fold; fold = fold.parentElement?.closest('details')) {
    opened ||= !fold.open;
    fold.open = true;
  }
  if (opened) named?.scrollIntoView();
}

/** @type {HTMLDetailsElement[]} */
let forPaper = [];

addEventListener('beforeprint', () => {
  forPaper = [...document.querySelectorAll('details')].filter((fold) => !fold.open);
  for (const fold of forPaper) fold.open = true;
});
addEventListener('afterprint', () => {
  for (const fold of forPaper) fold.open = false;
});
addEventListener('hashchange', unfold);
unfold();

// Who has chosen from the contents wants to see what he chose.
for (const contents of document.querySelectorAll('.contents-fold')) {
  contents.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement) contents.removeAttribute('open');
  });
}
