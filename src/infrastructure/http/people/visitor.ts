import type { Entered } from '../../../application/people/enter.js';
import type { OpenedSession, Visitor } from '../../../application/people/sessions.js';
import { networkOf } from '../../security/auth-failures.js';
import {
  clearStep,
  deviceTokenOf,
  sessionTokenOf,
  setSession,
  setStep,
  type StepKind,
  stepOf,
} from '../edge/cookies.js';
import type { Asked } from '../openapi/served.js';

const maxUserAgentCharacters = 300;

/** A request of a browser, and the answer that its cookies are set in. */
export type Visit = Pick<Asked, 'request' | 'reply'> & {
  readonly options: Pick<Asked['options'], 'publicUrl' | 'clock'>;
};

/** The browser behind a request that is not signed in. */
export function visitorOf({ request, options: { publicUrl } }: Omit<Visit, 'reply'>): Visitor {
  return {
    client: {
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? null,
    },
    correlationId: request.id,
    sessionToken: sessionTokenOf(request, publicUrl),
    deviceToken: deviceTokenOf(request, publicUrl),
  };
}

export const networkOfRequest = ({ request }: Pick<Visit, 'request'>): string => networkOf(request.ip);

/** Where a page of the dashboard is, with what opens it. */
export const linkTo = (publicUrl: string, page: string) => (token: string) =>
  `${publicUrl}/dashboard/${page}?token=${encodeURIComponent(token)}`;

/** What an earlier request of a sign-in has left in the browser. It can be used once. */
export function takeStep({ request, reply, options: { publicUrl } }: Visit, kind: StepKind): string | null {
  const step = stepOf(request, kind, publicUrl);
  clearStep(reply, kind, publicUrl);
  return step;
}

/** The answer to a question for a passkey, which the browser has kept in a cookie. */
export function passkeyIn(visit: Visit, response: object | undefined) {
  return response === undefined ? {} : { passkey: { step: takeStep(visit, 'passkey'), response } };
}

/** The cookie of a session that begins, or goes on under another token. */
export function giveSession({ reply, options: { publicUrl, clock } }: Visit, session: OpenedSession): void {
  setSession(reply, session, publicUrl, clock.now());
}

/** The cookie of the session, or of the question for a code. */
export function answerEntered(visit: Visit, entered: Exclude<Entered, { readonly refused: unknown }>) {
  if (entered.state === 'second_factor') setStep(visit.reply, 'code', entered.step, visit.options.publicUrl);
  else giveSession(visit, entered.session);
  return { object: 'sign_in', state: entered.state } as const;
}
