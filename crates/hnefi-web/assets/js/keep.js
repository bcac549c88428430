// @ts-check
// A game that this browser keeps is put on the server, once: there it goes on, and here no more.

import { markMoved, whole } from './kept.js';
import { t } from './words.js';

/**
 * Puts a game on the server.
 * @param {string} id
 * @returns {Promise<{says: string, game: string | null, moved: boolean}>} what came of it, the game's id on the server if it is there, and
 *   whether it is no more played here
 */
export async function keepOnServer(id) {
  const kept = await whole(id);
  if (!kept) return { says: t('keep-none'), game: null, moved: false };
  const sent = await fetch('/games/keep', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(kept) }).catch(() => null);
  // A host of files answers with a page, and keeps no games.
  if (!sent?.headers.get('content-type')?.includes('json')) return { says: t('keep-away'), game: null, moved: false };
  const answer = await sent.json();
  if (!sent.ok) return { says: answer.error.message, game: answer.error.game ?? null, moved: false };
  const moved = await markMoved(id, answer.game, kept.rows);
  return { says: t(moved ? 'keep-done' : 'keep-meanwhile'), game: answer.game, moved };
}
