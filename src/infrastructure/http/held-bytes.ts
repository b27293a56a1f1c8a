import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ByteBudget } from '../../application/shared/byte-budget.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Takes memory for as long as the request is not answered; false where the process, or the team, holds too much already. */
    holdBytes: (bytes: number) => boolean;
  }
}

/** What the requests hold in memory is counted for the whole process and for each team, and given back when each is over. */
export function useHeldBytes(fastify: FastifyInstance, budget: ByteBudget): void {
  fastify.decorateRequest('holdBytes');
  fastify.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const held: { readonly bytes: number; readonly owner: string | undefined }[] = [];
    let over = false;
    request.holdBytes = (bytes) => {
      const owner = request.caller?.context.teamId;
      if (over || !budget.take(bytes, owner)) return false;
      held.push({ bytes, owner });
      return true;
    };
    // Also where the client breaks off.
    reply.raw.once('close', () => {
      over = true;
      for (const { bytes, owner } of held.splice(0)) budget.release(bytes, owner);
    });
    done();
  });
}
