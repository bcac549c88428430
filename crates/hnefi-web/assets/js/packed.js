// @ts-check
// A text as a part of an address: compressed, in the letters that an address may have.

/** @param {Blob} blob @param {ReadableWritablePair<Uint8Array, BufferSource>} through */
const piped = async (blob, through) => new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());

/** The longest text that is unpacked, in bytes. */
const LONGEST = 1024 * 1024;

/** @param {string} text */
export async function pack(text) {
  const bytes = await piped(new Blob([text]), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text of a part of an address; null where it is none. @param {string} packed @returns {Promise<string | null>} */
export async function unpack(packed) {
  try {
    const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await piped(new Blob([bytes]), new DecompressionStream('deflate-raw'));
    return text.length > LONGEST ? null : new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    return null;
  }
}

/** The address of the analysis board with a text. @param {string} text @param {string[] | 'end'} [path] the moves that lead to the place */
export async function analysisOf(text, path = []) {
  return `/analyse#t=${await pack(text)}${path.length ? `&at=${path === 'end' ? path : path.join(',')}` : ''}`;
}

/**
 * The address of the analysis board with a position.
 * @param {{rules: string, position: string, turn: string, moves?: string}} at
 */
export function analysisAt(at) {
  return `/analyse#${new URLSearchParams(at).toString().replaceAll('%2F', '/')}`;
}
