import type { AddressFacts, MailFacts, SendingHostFacts } from './facts.js';
import { attention, passed, rule, unchecked, type Verdict } from './finding.js';
import { sources } from './sources.js';
import { counted, listed } from '../shared/findings.js';

export const reverseDns = rule(
  'reverse-dns',
  {
    title: 'Sending addresses and their names agree',
    why: 'Gmail and Yahoo refuse or defer email from an address whose PTR record does not lead back to it.',
    source: sources.google,
  },
  (facts) => ofHost(facts, namesAgree),
);

const deliveryTls = rule(
  'delivery-tls',
  {
    title: 'The email traveled over TLS',
    why: 'Gmail requires TLS of every sender; without it anyone on the way can read the email.',
    source: sources.google,
  },
  ({ attempts }) => {
    if (attempts.length === 0) return undefined;
    const inClear = attempts.filter(({ tls }) => tls === null).length;
    if (inClear > 0) {
      return attention(
        `${inClear} of ${counted(attempts.length, 'delivery attempt')} went without TLS: the receiver offered none, or it failed.`,
        'Where this must not happen, require TLS for the domain; the email then waits or bounces.',
      );
    }
    const protocols = listed(attempts.flatMap(({ tls }) => tls?.protocol.replace(/^TLSv/, 'TLS ') ?? []));
    return passed(`${counted(attempts.length, 'delivery attempt')}, all over ${protocols}.`);
  },
);

const blockLists = rule(
  'block-lists',
  {
    title: 'No block list has a sending address',
    why: 'Receivers that use such a list refuse whatever comes from the address.',
    source: sources.blockLists,
  },
  (facts) => {
    const { sendingHost } = facts;
    if (sendingHost.kind === 'known' && sendingHost.value.addresses.every(({ lists }) => lists.length === 0)) {
      return undefined;
    }
    return ofHost(facts, addressIsListed);
  },
);

export const deliveryRules = [reverseDns, deliveryTls, blockLists];

/** PTR, HELO and A (or AAAA) of each address lead to each other. */
export function namesAgree(host: SendingHostFacts): Verdict {
  const { helo, heloAddresses, addresses } = host;
  if (heloAddresses.kind === 'unknown') return unchecked(heloAddresses.because);
  const fix = { kind: 'setting', name: 'HELO_NAME' } as const;
  if (addresses.length === 0) {
    return attention(
      `The server calls itself ${helo}, and DNS has no address for that name.`,
      'Set HELO_NAME to a name whose A or AAAA record is the sending address.',
      fix,
    );
  }
  const wrong = addresses.flatMap((address) => disagreement(host, heloAddresses.value, address) ?? []);
  if (wrong.length > 0) {
    return attention(
      `${wrong.join('; ')}.`,
      `Have the provider of the address set its PTR record to ${helo}, and give ${helo} this address.`,
      fix,
    );
  }
  const [unanswered] = addresses.flatMap(({ names }) => (names.kind === 'unknown' ? [names.because] : []));
  if (unanswered !== undefined) return unchecked(unanswered);
  return passed(`${listed(addresses.map(({ address }) => address))} and ${helo} lead to each other.`);
}

export function addressIsListed({ addresses }: SendingHostFacts): Verdict {
  const asked = addresses.flatMap(({ address, lists }) => lists.map((list) => ({ address, ...list })));
  const having = asked.filter(({ isListed }) => isListed.kind === 'known' && isListed.value);
  if (having.length > 0) {
    return attention(
      `${having.map(({ address, zone }) => `${address} is on ${zone}`).join('; ')}.`,
      'Find out why on the page of the list, stop the cause, and ask for removal.',
    );
  }
  const [unanswered] = asked.flatMap(({ isListed }) => (isListed.kind === 'unknown' ? [isListed.because] : []));
  if (unanswered !== undefined) return unchecked(unanswered);
  return passed(`On none of ${listed(asked.map(({ zone }) => zone))}.`);
}

function ofHost({ sendingHost }: MailFacts, judge: (host: SendingHostFacts) => Verdict): Verdict {
  return sendingHost.kind === 'known' ? judge(sendingHost.value) : unchecked(sendingHost.because);
}

/** @returns undefined where they agree, or it is not known. */
function disagreement(
  { helo }: SendingHostFacts,
  heloAddresses: readonly string[],
  { address, names }: AddressFacts,
): string | undefined {
  if (!heloAddresses.includes(address)) return `${helo} does not lead to ${address}, from which email is sent`;
  if (names.kind === 'unknown' || names.value.includes(helo)) return undefined;
  return names.value.length === 0
    ? `${address} has no PTR record`
    : `the PTR record of ${address} is ${listed(names.value)} and not ${helo}`;
}
