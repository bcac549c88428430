// @ts-check
// Light or dark, and which pieces, and whether the page is what the address asks for. Runs before the page is drawn, so that nothing flashes;
// hence no module.

(() => {
  const root = document.documentElement;
  /** @type {Record<string, {attribute: string, values: string[]}>} */
  const choices = {
    theme: { attribute: 'data-theme', values: ['system', 'light', 'dark'] },
    pieces: { attribute: 'data-pieces', values: ['stones', 'figures'] },
  };

  /** @param {string} name */
  const chosen = (name) => {
    const values = choices[name]?.values ?? [];
    try {
      const stored = localStorage.getItem(`hnefi-${name}`);
      if (stored && values.includes(stored)) return stored;
    } catch { /* Storage is closed: the first choice holds. */ }
    return values[0] ?? '';
  };

  /** @param {string} name @param {string} value */
  const apply = (name, value) => root.setAttribute(choices[name]?.attribute ?? '', value);

  // The name comes a moment later: what it takes the place of is not shown until then.
  if (/(^|; )called=./.test(document.cookie)) root.setAttribute('data-called', '');

  for (const name of Object.keys(choices)) apply(name, chosen(name));

  // A page of a host of files. With a service worker nobody sees it where another one is asked for.
  const { alone } = root.dataset;
  if (alone === '' && location.search) {
    // What follows is not the page that is asked for: none of it is shown, and none of its scripts runs.
    document.write('<plaintext hidden>');
    void import('./asked.js').then(({ showThis }) => showThis());
  }
  if (alone !== undefined) {
    document.addEventListener('submit', async (event) => {
      const form = event.target;
      if (event.defaultPrevented || navigator.serviceWorker?.controller || !(form instanceof HTMLFormElement) || form.method !== 'post') return;
      event.preventDefault();
      const said = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
      const { show } = await import('./asked.js');
      if (!(await show(new URL(form.action), said.toString()))) form.submit();
    });
  }

  document.addEventListener('DOMContentLoaded', () => {
    for (const input of document.querySelectorAll('input[data-look]')) {
      if (!(input instanceof HTMLInputElement)) continue;
      const name = input.dataset.look ?? '';
      input.checked = chosen(name) === input.value;
      input.addEventListener('change', () => {
        apply(name, input.value);
        try { localStorage.setItem(`hnefi-${name}`, input.value); } catch { /* Then it holds for this page only. */ }
      });
    }
  });
})();
