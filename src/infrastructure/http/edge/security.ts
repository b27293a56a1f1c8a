import type { FastifyReply, FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { type AuthFailures, createAuthFailures } from '../../security/auth-failures.js';
import type { NoteSecurityEvent } from '../../security/security-events.js';
import type { SecurityNote } from './errors/api-error.js';

/** A program with a wrong key is answered at once for so long, and so is the person who fixes it. */
const freeFailures = 100;

/** Holds back the answer to a wrong key, the longer the more of them a network has tried. */
export function slowedFailures(failures: AuthFailures = createAuthFailures(freeFailures)) {
  return async (address: string): Promise<void> => {
    const delayMs = failures.note(address, performance.now());
    if (delayMs > 0) await delay(delayMs, undefined, { ref: false });
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Note of the error that it was answered with. */
    securityNote: SecurityNote | undefined;
  }
}

/** Notes what was refused because of who asked: what the error says of itself, and clients that ask too often. */
export function securityHook(note: NoteSecurityEvent) {
  return (request: FastifyRequest, { statusCode }: FastifyReply, done: () => void): void => {
    const { ip: address, securityNote: said } = request;
    if (said !== undefined) note(said.event, { address, reason: said.reason });
    else if (statusCode === 429) note('limit-reached', { address, reason: nameOf(request.answer) });
    done();
  };
}

/** The name of the error that was answered: of a closed list, so it holds nothing of the request. */
function nameOf(answer: unknown): string {
  const name = typeof answer === 'object' && answer !== null && 'name' in answer ? answer.name : undefined;
  return typeof name === 'string' ? name : 'none';
}
