import { addressIsListed, namesAgree } from '../../../domain/insight/delivery-rules.js';
import type { Looked, SendingHostFacts } from '../../../domain/insight/facts.js';
import type { Verdict } from '../../../domain/insight/finding.js';
import type { InWords } from './in-words.js';

/** What DNS says of this server that receivers refuse email for, before any of them has. */
export type OwnTroubleKind = 'own-name' | 'own-address-listed';

export const ownTroubles: Readonly<Record<OwnTroubleKind, InWords>> = {
  'own-name': {
    problem:
      'The name and the addresses of this server do not lead to each other, and large receivers refuse its email',
    remedy:
      'Set HELO_NAME to a name whose A or AAAA record is the sending address, and have the provider of the address set its PTR record to that name.',
    ended: 'The name and the addresses of this server lead to each other again',
  },
  'own-address-listed': {
    problem: 'A block list has an address of this server, and receivers that use the list refuse its email',
    remedy: 'Find out why on the page of the list, stop the cause, and ask for removal.',
    ended: 'No block list has an address of this server any more',
  },
};

const looks: readonly (readonly [OwnTroubleKind, (host: SendingHostFacts) => Verdict])[] = [
  ['own-name', namesAgree],
  ['own-address-listed', addressIsListed],
];

/** One entry for each kind that is known now; `seen` null: nothing is wrong. */
export function ownTroublesIn(
  facts: Looked<SendingHostFacts>,
): readonly { readonly kind: OwnTroubleKind; readonly seen: string | null }[] {
  if (facts.kind === 'unknown') return [];
  return looks.flatMap(([kind, judge]) => {
    const { group, seen } = judge(facts.value);
    if (group === 'unchecked') return [];
    return [{ kind, seen: group === 'attention' ? seen : null }];
  });
}
