import type { Provenance } from '../shared/handle.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { People, SignedIn } from './people.js';
import { provenanceOf } from './people.js';
import type { SignInPatience } from './sign-in-patience.js';

/** A person who asks, and under which request. */
export interface Asking extends SignedIn {
  readonly correlationId: string;
}

/** Mail of the server itself; false: it cannot be sent as things are. */
export type Notify = (mail: {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The event that it tells of: one mail for each. */
  readonly eventId: string;
}) => Promise<boolean>;

/** What use cases about people stand on. */
export interface PeopleServices {
  readonly people: People;
  readonly patience: SignInPatience;
  readonly notify: Notify;
  readonly passwords: PasswordHasher;
  /** Of what no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** A person without a team has nothing to change in one: the guard before this has refused already. */
export function teamOf(by: Asking): string {
  if (by.teamId === null) throw new Error('the person has chosen no team');
  return by.teamId;
}

export function provenance(by: Asking): Provenance {
  return provenanceOf(by);
}

/** The engines cannot write, or too many passwords are looked at: the same request may be tried again. */
export async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result | Unavailable> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && busy.has(error.code)) return unavailable;
    throw error;
  }
}

const busy: ReadonlySet<unknown> = new Set(['password-hasher-busy', 'vault-unavailable', 'event-log-unavailable']);
