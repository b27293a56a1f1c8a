import type { Permission } from '../../domain/api-key/events.js';
import type { Role } from '../../domain/team/events.js';

/** What is to be shown before what opens or closes an account; `sign-in`: only a new sign-in will do. */
export type MissingProof = 'none' | 'password' | 'factor' | 'sign-in';

/** The caller's rights. */
export type CallerRights =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'key'; readonly permission: Permission }
  | {
      readonly kind: 'person';
      /** In the chosen team; null: there is none. */
      readonly role: Role | null;
      /** `enrol`: nothing but enrolling a second factor is open. */
      readonly secondFactor: 'done' | 'enrol';
      readonly missingProof: () => Promise<MissingProof>;
    };

/** On whose behalf the code that runs now was called: carried along with a request, never kept. */
export interface CallerScope {
  run<Result>(rights: CallerRights, work: () => Result): Result;
  /** @returns undefined outside of any request. */
  current(): CallerRights | undefined;
}
