import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface KeylessLimits {
  /** Connections on which no request had a valid key yet, at most; beyond it the oldest is closed. */
  readonly maxConnections: number;
  /** How long a client that was answered from its request's head may go on sending the body, which is dropped. */
  readonly lingerMs: number;
}

export const defaultKeylessLimits: KeylessLimits = { maxConnections: 1_000, lingerMs: 5_000 };

/** Part of such a body that is read and dropped: a client that sends at full speed costs no more. */
const maxDroppedBytes = 1024 * 1024;

/**
 * A request without a caller is answered from its head: an unknown path or method here, a missing or wrong key in
 * `authenticationHook`, which runs before. Its body is neither kept nor parsed. A client that is still sending has time
 * to read the answer, then its connection is closed; what it sends beyond a megabyte waits unread until then, because a
 * connection that is closed at once would take the answer with it.
 */
export function answerWithoutBodies(fastify: FastifyInstance, { maxConnections, lingerMs }: KeylessLimits): void {
  /** In the order in which they came. */
  const keyless = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    keyless.add(socket);
    socket.once('close', () => keyless.delete(socket));
    const [oldest] = keyless;
    if (keyless.size > maxConnections) oldest?.destroy();
  });
  fastify.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
    if (request.caller !== null) keyless.delete(request.raw.socket);
    done(request.is404 ? new NotFoundException() : undefined);
  });
  fastify.addHook('onResponse', ({ caller, raw }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    if (caller === null && !raw.complete) closeUnlessRead(raw, lingerMs);
    done();
  });
}

function closeUnlessRead(raw: IncomingMessage, lingerMs: number): void {
  const { socket } = raw;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
  socket.once('close', () => clearTimeout(timer));
  // One that is short is dropped by Node.js, and the next request of the connection is read as any other.
  if (Number(raw.headers['content-length']) <= maxDroppedBytes) return;
  // A listener for the data takes the connection from the parser that reads it natively, and what lies in between is
  // lost: no other request of this connection can be read.
  raw.once('end', () => socket.destroySoon());
  let dropped = 0;
  socket.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > maxDroppedBytes) socket.pause();
  });
}
