// @ts-check
// A slow line to a server: pages arrive piece by piece, and their scripts after them. Whoever looks at a page before it is whole finds out.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import {Socket} from 'node:net' */

/** Into how many pieces a page is cut. */
const PIECES = 4;

/**
 * Listens on a port of its own and hands everything on to a server.
 * @param {number} port 0: the system chooses one
 * @param {number} server the server's port on this machine
 * @param {number} pause before each piece of a page and before each script, in milliseconds
 */
export async function slowLine(port, server, pause) {
  /** @type {Set<Socket>} */
  const open = new Set();
  const line = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: server, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of /** @type {[Socket, Socket][]} */ ([[near, far], [far, near]])) {
      open.add(one);
      one.on('error', () => other.destroy()).on('close', () => { open.delete(one); other.end(); });
    }
    near.pipe(far);
    void dripped(far, near, pause);
  });
  line.listen(port, '127.0.0.1');
  await once(line, 'listening');
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('the slow line has no port');
  return {
    port: address.port,
    /** Nobody is answered at this port any more. */
    close: async () => {
      const closed = once(line, 'close');
      line.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** @param {Socket} from @param {Socket} to @param {number} pause */
async function dripped(from, to, pause) {
  try {
    for await (const answered of from) {
      const [, kind] = /^HTTP\/1\.1 [^]*?\r\ncontent-type: text\/(html|javascript)/i.exec(answered.subarray(0, 4096).toString('latin1')) ?? [];
      const pieces = kind === 'html' ? PIECES : 1;
      const size = Math.ceil(answered.length / pieces);
      for (let piece = 0; piece < pieces; piece++) {
        if (kind) await sleep(pause);
        to.write(answered.subarray(piece * size, (piece + 1) * size));
      }
    }
  } catch { /* The line broke, which its two ends are told. */ }
}
