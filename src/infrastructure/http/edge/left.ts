import type { FastifyReply } from 'fastify';

/**
 * Aborts once the answer's connection is closed: at once where the client has left before, of which no event tells any
 * more. To be asked in the same turn in which something is taken that is to be given back.
 */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (raw.destroyed) closed.abort();
  else raw.once('close', () => closed.abort());
  return closed.signal;
}
