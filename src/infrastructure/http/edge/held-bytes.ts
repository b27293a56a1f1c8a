import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget } from '../../../application/shared/byte-budget.js';
import { type ApiError, unavailable } from './errors/api-error.js';
import { retryWhenReadySeconds } from './http-options.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Takes memory for as long as the request is not answered; false where the process, or the owner of the team, holds
     * too much already.
     */
    holdBytes: (bytes: number) => boolean;
    /** Gives memory back before that. */
    releaseBytes: (bytes: number) => void;
  }
}

/**
 * What the requests hold in memory is counted for the whole process and for each owner of teams, and given back when
 * each is over.
 */
export function useHeldBytes(fastify: FastifyInstance, budget: ByteBudget): void {
  fastify.decorateRequest('holdBytes');
  fastify.decorateRequest('releaseBytes');
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    let held = 0;
    let over = false;
    // A request's caller is known before any of its body is read, and does not change.
    const owner = (): string | undefined => request.caller?.owner;
    request.holdBytes = (bytes) => {
      if (over || !budget.take(bytes, owner())) return false;
      held += bytes;
      return true;
    };
    request.releaseBytes = (bytes) => {
      if (over) return;
      held -= bytes;
      budget.release(bytes, owner());
    };
    // Also where the client breaks off.
    reply.raw.once('close', () => {
      over = true;
      budget.release(held, owner());
    });
    done();
  });
}

/** The memory that answers may take is held by other requests. */
export function tooMuchHeld(): ApiError {
  return unavailable('The service holds too much in memory right now. Try again later.', retryWhenReadySeconds);
}
