// @ts-check
// Where an analysis comes from and goes: another one is begun or read, this one is shared, or taken along as a file; what the browser keeps is listed.

import { study } from './analyse.js';
import { byId, copy, el, saveText, setText } from './dom.js';
import { AskError } from './referee.js';
import { all, forget, studyAddress, watch } from './studies.js';
import { t, tn } from './words.js';

const LARGEST = 1024 * 1024;

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (byId(id));

/** The link, once somebody wants one. */
async function share() {
  const link = await study.link();
  field('share-link').value = link ?? '';
  byId('share-row').hidden = !link;
  byId('share-large').hidden = Boolean(link);
}
const sharing = /** @type {HTMLDetailsElement} */ (byId('share'));
sharing.addEventListener('toggle', () => { if (sharing.open) void share(); });
study.addEventListener('shown', () => {
  if (sharing.open) void share();
  byId('file-made').hidden = true;
});
byId('share-copy').addEventListener('click', async () => {
  setText(byId('share-said'), t((await copy(field('share-link').value, field('share-link'))) ? 'play-copied' : 'play-copy-by-hand'));
});
byId('share-file').addEventListener('click', () => void give('tag-list', true));

/** The analysis in another form, shown with what did not get into it, or given as a file at once. @param {string} format @param {boolean} [atOnce] */
async function give(format, atOnce = false) {
  const said = byId('file-said');
  try {
    const { text, name, losses } = await study.file(format);
    if (atOnce) return saveText(text, name);
    field('file-text').value = text;
    byId('file-made').hidden = false;
    setText(said, t(losses.length ? 'analyse-file-lost' : 'analyse-file-whole', { name }));
    byId('file-losses').replaceChildren(...losses.map((loss) => el('li', {}, loss)));
    byId('file-download').onclick = () => saveText(text, name);
  } catch (error) {
    byId('file-made').hidden = true;
    setText(said, (error instanceof AskError && error.message) || t('analyse-offline'));
  }
  return undefined;
}
for (const button of document.querySelectorAll('button[data-format]')) {
  if (button instanceof HTMLElement) button.addEventListener('click', () => void give(button.dataset.format ?? ''));
}
byId('file-copy').addEventListener('click', async () => {
  setText(byId('file-said'), t((await copy(field('file-text').value, field('file-text'))) ? 'play-copied' : 'play-copy-by-hand'));
});

byId('begin-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const rules = field('begin-rules').value;
  const text = field('begin-text').value;
  void begin(text.trim() ? { do: 'read', text, rules } : { do: 'start', at: { rules } });
});

/** @param {import('./types.js').StudyEdit} edit */
async function begin(edit) {
  if (!(await study.begin(edit))) return;
  history.replaceState(null, '', '/analyse');
  field('begin-text').value = '';
  /** @type {HTMLDetailsElement} */ (byId('begin')).open = false;
  byId('board').scrollIntoView({ block: 'nearest' });
}

/** @param {File | undefined} file */
async function take(file) {
  if (!file) return;
  const problem = byId('begin-problem');
  const content = file.size > LARGEST ? null : await file.text().catch(() => null);
  const unread = content === null || content.includes('\0');
  setText(problem, !unread ? '' : t(file.size > LARGEST ? 'import-file-large' : 'import-file-unreadable'));
  if (unread) {
    /** @type {HTMLDetailsElement} */ (byId('begin')).open = true;
    return;
  }
  await begin({ do: 'read', text: content, rules: field('begin-rules').value });
}
field('begin-file').addEventListener('change', () => { void take(field('begin-file').files?.[0]); field('begin-file').value = ''; });
document.addEventListener('dragover', (event) => { if (event.dataTransfer?.types.includes('Files')) event.preventDefault(); });
document.addEventListener('drop', (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void take(file);
});

/** Lists the analyses that this browser keeps. */
async function list() {
  const studies = await all().catch(() => []);
  byId('kept').hidden = studies.length === 0;
  byId('kept-list').replaceChildren(...studies.map(({ id, title, rules_name, moves, last_ms }) => {
    const name = title || rules_name;
    const when = new Date(last_ms).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
    return el('li', {},
      el('a', { href: studyAddress(id), ...(id === study.id ? { 'aria-current': 'true' } : {}) }, el('bdi', {}, name)), ' ',
      el('span', { class: 'soft' }, `${tn('analyse-kept-moves', moves)}, ${when}`), ' ',
      el('button', { type: 'button', class: 'quiet', 'aria-label': t('analyse-kept-delete-this', { name, when }), onclick: () => void drop(id) }, t('analyse-kept-delete')));
  }));
}

/** Forgets an analysis. The one that is shown stays, and is kept anew once it is changed. @param {string} id */
async function drop(id) {
  await forget(id).catch(() => {});
  if (id === study.id) {
    study.id = null;
    history.replaceState(null, '', '/analyse');
    tellUnkept();
  }
  setText(byId('kept-said'), t('analyse-kept-deleted'));
  byId('kept').querySelector('summary')?.focus();
  await list();
}

/** Says where nothing is kept of what is shown. */
function tellUnkept() {
  if (study.id === null) setText(byId('kept-state'), t('analyse-kept-not-yet'));
}
study.addEventListener('shown', tellUnkept);
study.addEventListener('kept', (event) => {
  const trouble = /** @type {CustomEvent} */ (event).detail;
  setText(byId('kept-state'), trouble || t('analyse-kept-state'));
  if (!trouble && study.id && location.hash !== `#${study.id}`) history.replaceState(null, '', studyAddress(study.id));
  void list();
});
watch(() => void list());
void list();
