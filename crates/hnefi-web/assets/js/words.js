// @ts-check
// The words of the page, as the server wrote them into it, with `{$name}` where something is filled in.

/** @type {Record<string, string>} */
const WORDS = JSON.parse(document.getElementById('words')?.textContent || '{}');
const plural = new Intl.PluralRules(document.documentElement.lang || 'en');

/**
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 */
export function t(id, values = {}) {
  return (WORDS[id] ?? id).replace(/\{\s*\$([\w-]+)\s*\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Words that depend on a number: `id-one` or `id-other`.
 * @param {string} id
 * @param {number} count
 * @param {Record<string, string | number>} [values]
 */
export const tn = (id, count, values = {}) => t(`${id}-${plural.select(count) === 'one' ? 'one' : 'other'}`, { ...values, count });
