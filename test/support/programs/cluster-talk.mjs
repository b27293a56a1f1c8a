// @ts-check
/** What members of a cluster of stand-ins say to each other: a question and an answer a connection, over a local socket. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const longestAnswerMs = 800;

/** @typedef {{ kind: 'vote' | 'lead', epoch: number, leader: number, dir?: string }} Message */
/** @typedef {{ granted: boolean, deposed?: boolean, log?: import('./cluster-member.mjs').Log }} Answer */

/** @param {number} port */
function socketOf(port) {
  const name = `posthorn-eventstoredb-${port}`;
  // Of Linux's abstract names nothing is left when a process is killed.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.socket`);
}

/**
 * @param {number} port
 * @param {(message: Message) => Answer} answerTo
 */
export async function listenToMembers(port, answerTo) {
  // Of an earlier life, which was killed.
  if (process.platform !== 'linux') rmSync(socketOf(port), { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = '';
    socket.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
      asked += chunk;
    });
    socket.on('end', () => socket.end(JSON.stringify(answerTo(JSON.parse(asked)))));
    socket.on('error', () => socket.destroy());
  }).listen(socketOf(port));
  await once(server, 'listening');
}

/**
 * Not granted by a member that is away or frozen.
 * @param {number} port
 * @param {Message} message
 * @returns {Promise<Answer>}
 */
export async function ask(port, message) {
  const socket = connect({ path: socketOf(port), signal: AbortSignal.timeout(longestAnswerMs) });
  try {
    socket.end(JSON.stringify(message));
    return JSON.parse(await text(socket));
  } catch {
    return { granted: false };
  } finally {
    socket.destroy();
  }
}
