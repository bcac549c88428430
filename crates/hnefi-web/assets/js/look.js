// @ts-check
// Light or dark, and which pieces. Runs before the page is drawn, so that nothing flashes; hence no module.

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

  for (const name of Object.keys(choices)) apply(name, chosen(name));

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
