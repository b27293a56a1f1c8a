import type { KeptSignIn } from '../ports/identity-providers.js';
import type { People } from './people.js';

/**
 * What a sign-in that takes several requests keeps between them, in a cookie of the browser: signed, not secret from
 * its owner.
 */
export interface Steps {
  /** The password was right; a code is still needed. `epoch`: the user's, at that moment. */
  readonly code: { readonly userId: string; readonly epoch: number };
  /** The question that a passkey is to answer; `userId` null: to sign in, else to be added to that account. */
  readonly passkey: { readonly challenge: string; readonly userId: string | null };
  readonly provider: {
    readonly provider: string;
    readonly kept: KeptSignIn;
    readonly returnTo: string;
    /** The signed-in person who adds the identity to the account. */
    readonly linkTo?: string;
    /** What opens the invitation that is accepted with the identity. */
    readonly invitation?: string;
  };
}

const stepLifeMs = 5 * 60_000;

/** Text for a cookie. */
export function sealStep<Kind extends keyof Steps>(people: People, kind: Kind, step: Steps[Kind]): string {
  const expiresAtMs = people.ports.clock.now() + stepLifeMs;
  const content = Buffer.from(JSON.stringify({ step, expiresAtMs })).toString('base64url');
  return `${content}.${signatureOf(people, kind, content)}`;
}

/** @returns undefined when it was not sealed here, is of another kind, or is older than five minutes. */
export function openStep<Kind extends keyof Steps>(
  people: People,
  kind: Kind,
  sealed: string | null,
): Steps[Kind] | undefined {
  const [content = '', signature = ''] = (sealed ?? '').split('.');
  // A keyed hash: how long a comparison takes reveals nothing that helps to make one.
  if (signature !== signatureOf(people, kind, content)) return undefined;
  // It carries our signature, so it is what was sealed.
  const opened = JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as {
    readonly step: Steps[Kind];
    readonly expiresAtMs: number;
  };
  return people.ports.clock.now() < opened.expiresAtMs ? opened.step : undefined;
}

function signatureOf(people: People, kind: keyof Steps, content: string): string {
  return people.ports.hash.hash('sign-in-step', [kind, content]);
}
