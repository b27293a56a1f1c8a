import type { FastifyReply } from 'fastify';
import type { Entered } from '../../../application/people/enter.js';
import { setSession, setStep } from '../edge/cookies.js';
import type { HttpOptions } from '../edge/http-options.js';

type Done = Exclude<Entered, { readonly refused: unknown }>;

/** The cookie of the session, or of the question for a code. */
export function answerEntered(
  reply: FastifyReply,
  entered: Done,
  { publicUrl, clock }: Pick<HttpOptions, 'publicUrl' | 'clock'>,
) {
  if (entered.state === 'second_factor') setStep(reply, 'code', entered.step, publicUrl);
  else setSession(reply, entered.session, publicUrl, clock.now());
  return { object: 'sign_in', state: entered.state } as const;
}
