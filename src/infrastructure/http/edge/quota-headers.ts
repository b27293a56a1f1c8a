import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Quotas } from '../../../application/usage/quotas.js';
import { accessOf } from './access.js';

/** Each quota that is on, on every answer of a route that sends, refusals included: how much of it is used. */
export function quotaHeadersHook(quotas: Pick<Quotas, 'limits' | 'used'>) {
  const { limits } = quotas;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.caller === null || accessOf(request) !== 'sending') return;
    const { daily, monthly } = await quotas.used(request.caller.context.teamId);
    if (limits.daily !== null) void reply.header('x-resend-daily-quota', daily);
    if (limits.monthly !== null) void reply.header('x-resend-monthly-quota', monthly);
  };
}
