// @ts-check
// The analyses that this browser keeps.

import { asked, transact } from './kept.js';

/**
 * `from` is the address from which it came, if it came by one.
 * @typedef {{id: string, text: string, path: string[], title: string, rules_name: string, moves: number, made_ms: number, last_ms: number, from: string}} KeptStudy
 */

/** Where a kept analysis is opened. @param {string} id */
export const studyAddress = (id) => `/analyse#${id}`;

/** Keeps an analysis as it is now. @param {Omit<KeptStudy, 'made_ms' | 'last_ms'>} study */
export async function keep(study) {
  await transact('readwrite', async ({ studies }) => {
    /** @type {KeptStudy | undefined} */
    const old = await asked(studies.get(study.id));
    const now = Date.now();
    studies.put({ ...study, made_ms: old?.made_ms ?? now, last_ms: now });
  });
  channel?.postMessage(study.id);
}

/** @param {string} id @returns {Promise<KeptStudy | null>} */
export const kept = (id) => transact('readonly', async ({ studies }) => (await asked(studies.get(id))) ?? null);

/** All of them, the latest first. @returns {Promise<KeptStudy[]>} */
export async function all() {
  const studies = await transact('readonly', ({ studies }) => asked(/** @type {IDBRequest<KeptStudy[]>} */ (studies.getAll())));
  return studies.sort((a, b) => b.last_ms - a.last_ms);
}

/** @param {string} id */
export async function forget(id) {
  await transact('readwrite', async ({ studies }) => { studies.delete(id); });
  channel?.postMessage(id);
}

/** Between the tabs of this browser; none hears itself. */
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('hnefi-studies') : null;

/** Hears of every analysis that another tab keeps or forgets. @param {(id: string) => void} changed */
export function watch(changed) {
  channel?.addEventListener('message', ({ data }) => changed(data));
}
