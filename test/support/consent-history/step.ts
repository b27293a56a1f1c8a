import fc from '../properties.js';

/** What holds for all marketing, or one of two topics. */
export type Scope = 0 | 1 | 2;
type Choice = 'yes' | 'no' | 'nothing';

/** One thing that happens. Numbers choose among what is there, so that a history that is cut short stays one. */
export type Step =
  | { readonly does: 'write'; readonly by: 'api-key' | 'import' | 'form'; readonly to: number; readonly says: Said }
  | { readonly does: 'move'; readonly who: number; readonly to: number; readonly says: Said }
  /** A process takes an address for a contact, and ends before it has changed the contact. */
  | { readonly does: 'half-move'; readonly who: number; readonly to: number }
  /** A row of an import is applied once more, as after a crash. */
  | { readonly does: 'repeat'; readonly row: number }
  | { readonly does: 'delete'; readonly who: number }
  | { readonly does: 'send'; readonly about: Scope }
  | { readonly does: 'leave'; readonly mail: number }
  | { readonly does: 'choose'; readonly mail: number; readonly wants: boolean }
  | { readonly does: 'complain'; readonly mail: number };

export interface Said {
  readonly about: Scope;
  readonly choice: Choice;
}

export const addresses = ['ann@one.test', 'bob@one.test', 'cid@two.test'] as const;

const scope = fc.constantFrom<Scope>(0, 1, 2);
const place = fc.nat(addresses.length - 1);
const any = fc.nat(3);
const says = fc.record({ about: scope, choice: fc.constantFrom<Choice>('nothing', 'yes', 'no') });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('write' as const),
    by: fc.constantFrom('api-key' as const, 'import' as const, 'form' as const),
    to: place,
    says,
  }),
  { weight: 2, arbitrary: fc.record({ does: fc.constant('move' as const), who: any, to: place, says }) },
  fc.record({ does: fc.constant('half-move' as const), who: any, to: place }),
  fc.record({ does: fc.constant('repeat' as const), row: any }),
  fc.record({ does: fc.constant('delete' as const), who: any }),
  fc.record({ does: fc.constant('send' as const), about: scope }),
  fc.record({ does: fc.constant('leave' as const), mail: any }),
  fc.record({ does: fc.constant('choose' as const), mail: any, wants: fc.boolean() }),
  fc.record({ does: fc.constant('complain' as const), mail: any }),
);
export const histories = fc.array(step, { minLength: 5, maxLength: 14, size: 'max' });
