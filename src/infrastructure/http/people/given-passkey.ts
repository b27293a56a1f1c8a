import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearStep, stepOf } from '../edge/cookies.js';

/** The answer to a question for a passkey, which the browser has kept in a cookie. */
export function passkeyIn(
  request: FastifyRequest,
  reply: FastifyReply,
  response: object | undefined,
  publicUrl: string,
) {
  if (response === undefined) return {};
  const step = stepOf(request, 'passkey', publicUrl);
  clearStep(reply, 'passkey', publicUrl);
  return { passkey: { step, response } };
}
