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
  | { readonly does: 'complain'; readonly mail: number }
  /** A broadcast to everyone there is, or one more to those who did not have it. */
  | { readonly does: 'broadcast'; readonly about: Scope }
  | { readonly does: 'again'; readonly of: number }
  /** The broadcaster takes some steps. */
  | { readonly does: 'work'; readonly which: number; readonly steps: number }
  /** `deliver`: all of its emails that wait. */
  | { readonly does: 'deliver' | 'pause' | 'resume' | 'cancel'; readonly which: number }
  | { readonly does: 'back-up' }
  /** What happened since the backup is lost, but for the emails that people have. */
  | { readonly does: 'restore' }
  /** An operator who knows what went out since the backup decides about everything that waits. */
  | { readonly does: 'decide' };

export interface Said {
  readonly about: Scope;
  readonly choice: Choice;
}

export const addresses = ['ann@one.test', 'bob@one.test', 'cid@two.test'] as const;

const scope = fc.constantFrom<Scope>(0, 1, 2);
const place = fc.nat(addresses.length - 1);
const any = fc.nat(3);
const says = fc.record({ about: scope, choice: fc.constantFrom<Choice>('nothing', 'nothing', 'yes', 'no') });
const one = <Does extends Step['does']>(...does: readonly Does[]) => fc.constantFrom(...does);

const write = fc.record({ does: one('write'), by: fc.constantFrom('api-key', 'import', 'form'), to: place, says });
const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step: fc.Arbitrary<Step> = fc.oneof(
  weighed(4, write),
  weighed(4, fc.record({ does: one('move'), who: any, to: place, says })),
  fc.record({ does: one('half-move'), who: any, to: place }),
  fc.record({ does: one('repeat'), row: any }),
  fc.record({ does: one('delete'), who: any }),
  fc.record({ does: one('send'), about: scope }),
  fc.record({ does: one('leave'), mail: any }),
  fc.record({ does: one('choose'), mail: any, wants: fc.boolean() }),
  fc.record({ does: one('complain'), mail: any }),
  weighed(2, fc.record({ does: one('broadcast'), about: scope })),
  weighed(2, fc.record({ does: one('again'), of: any })),
  weighed(5, fc.record({ does: one('work'), which: any, steps: fc.integer({ min: 1, max: 4 }) })),
  weighed(4, fc.record({ does: one('deliver', 'deliver', 'pause', 'resume', 'cancel'), which: any })),
  weighed(3, fc.record({ does: one('back-up', 'restore', 'decide') })),
);
/** Somebody is there when it begins. */
export const histories = fc
  .tuple(fc.array(write, { minLength: 1, maxLength: 3 }), fc.array(step, { minLength: 4, maxLength: 18, size: 'max' }))
  .map(([first, then]): readonly Step[] => [...first, ...then]);
