// @ts-check
// Moments that the server writes by Greenwich are shown by the reader's own clock.

/** @param {ParentNode} within */
export function localTimes(within) {
  for (const time of within.querySelectorAll('time[datetime]')) {
    const at = new Date(/** @type {HTMLTimeElement} */ (time).dateTime);
    if (Number.isNaN(at.getTime())) continue;
    time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' });
  }
}

localTimes(document);
