// @ts-check
// A desk in a worker: the module hears what the page asks, and tells what it finds. It knows no rules but those of the module.

/** How long a search goes on between two looks at whether it is to stop, in milliseconds: at least so long, and at most. */
const LOOK = { least: 10, most: 22 };

/** @typedef {{hnefi_begin: (seed: number) => void, hnefi_space: (length: number) => number, hnefi_hear: () => void, memory: WebAssembly.Memory}} Module */

const reads = new TextDecoder();
const writes = new TextEncoder();
/** @type {Module | null} */
let desk = null;
/** An address that is there as long as the search may go on. */
let token = '';
let looked = 0;
let wait = LOOK.least;

/** What the module is given. */
const page = {
  /** @param {number} at @param {number} length */
  tell: (at, length) => self.postMessage(reads.decode(new Uint8Array(memory(), at >>> 0, length >>> 0))),
  now: () => performance.now(),
  stop: () => {
    const now = performance.now();
    if (!token || now - looked < wait) return 0;
    const stops = !isThere(token);
    looked = performance.now();
    // To look costs a fifteenth of the time at most, where that can be had.
    wait = Math.min(Math.max((looked - now) * 15, LOOK.least), LOOK.most);
    if (stops) token = '';
    return stops ? 1 : 0;
  },
};

/**
 * A worker that computes gets no messages, but it can look whether something is still there.
 * @param {string} address
 */
function isThere(address) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', address, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

function memory() {
  if (!desk) throw new Error('the module has not begun');
  return desk.memory.buffer;
}

/** @param {{module: WebAssembly.Module, seed: number}} begin */
async function begin({ module, seed }) {
  const instance = await WebAssembly.instantiate(module, { page });
  desk = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
  desk.hnefi_begin(seed);
  self.postMessage('{"ready":true}');
}

/** @param {{text: string, token: string}} asked */
function hear({ text, token: given }) {
  if (!desk) return;
  token = given;
  looked = performance.now();
  const bytes = writes.encode(text);
  const at = desk.hnefi_space(bytes.length) >>> 0;
  new Uint8Array(memory(), at, bytes.length).set(bytes);
  desk.hnefi_hear();
  token = '';
}

self.onmessage = ({ data }) => {
  if ('module' in data) begin(data).catch((error) => self.postMessage(JSON.stringify({ failed: String(error) })));
  else hear(data);
};

export {};
