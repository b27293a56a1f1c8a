import { type RelayTroubleKind, relayTroubles } from './relay-trouble.js';
import type { InWords } from './in-words.js';
import { type MxTroubleKind, mxTroubles } from './mx-trouble.js';
import { type OwnTroubleKind, ownTroubles } from './own-trouble.js';
import { keysOf } from '../../../domain/shared/members.js';

type OfRelay = `relay-${RelayTroubleKind}`;

/** What keeps all email from leaving, or most of it. */
export type TroubleKind = OfRelay | MxTroubleKind | OwnTroubleKind;

/** There is one relay, which has one trouble at a time. */
export type TroublePlace = 'relay' | MxTroubleKind | OwnTroubleKind;

export interface Trouble {
  readonly place: TroublePlace;
  readonly kind: TroubleKind;
  /** ISO 8601: when it was noticed. */
  readonly since: string;
  /** Only what we found ourselves: what others write may name a user or an address. */
  readonly fields: Readonly<Record<string, string | number>>;
}

export type TroubleChange =
  | ({ readonly state: 'begun' } & Omit<Trouble, 'since'>)
  | { readonly state: 'ended'; readonly place: TroublePlace };

const words: Readonly<Record<TroubleKind, InWords>> = { ...ofRelay(relayTroubles), ...mxTroubles, ...ownTroubles };

export const troubleKinds = keysOf(words);

/** What is wrong and what to do about it. */
export const troubleInWords = (kind: TroubleKind): InWords => words[kind];

/** The keys of an object of entries are lost to the compiler. */
function ofRelay(given: typeof relayTroubles): Record<OfRelay, InWords> {
  const prefixed = Object.entries(given).map(([kind, said]) => [`relay-${kind}`, said]);
  return Object.fromEntries(prefixed) as Record<OfRelay, InWords>;
}
