// @ts-check
// Every word that a script or a template asks for is there.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

/** @param {string} folder @param {RegExp} pattern */
async function asked(folder, pattern) {
  const url = new URL(folder, root);
  const files = (await readdir(url)).filter((file) => /\.(js|html)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, url), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(pattern)]);
}

test('scripts and templates ask for words that exist', async () => {
  const folder = new URL('words/en/', root);
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(new URL(file, folder), 'utf8')));
  const fluent = files.join('\n');
  const ids = new Set([...fluent.matchAll(/^([a-z][\w-]*) =/gm)].map((found) => found[1]));
  const scripts = await asked('crates/hnefi-web/assets/js/', /\b(tn?)\('([a-z][\w-]*)'/g);
  const templates = await asked('crates/hnefi-views/templates/', /"([a-z][\w-]*)"\|words/g);
  assert.ok(scripts.length > 30 && templates.length > 30);
  const missing = [
    ...scripts.flatMap(([, kind, id]) => (kind === 'tn' ? [`${id}-one`, `${id}-other`] : [id ?? ''])),
    ...templates.map(([, id]) => id ?? ''),
  ].filter((id) => !ids.has(id));
  assert.deepEqual(missing, []);
});
