import { type AddressFacts, known, type Looked, type SendingHostFacts, unknown } from '../../domain/insight/facts.js';
import type { Dns, DnsAnswer } from '../ports/dns.js';
import type { Clock } from '../ports/clock.js';
import { boundedDns } from './bounded-dns.js';

/** How this installation sends. */
export interface SendingSettings {
  readonly kind: 'mx' | 'relay' | 'capture';
  readonly helo: string;
  /** Empty where the system chooses. */
  readonly outboundAddresses: readonly string[];
  /** DNS zones of block lists (RFC 5782). */
  readonly blockListZones: readonly string[];
}

/** Names and lists change rarely, and each email is sent from the same addresses. */
const keptMs = 300_000;
/** What got no answer is asked again soon. */
const keptUnansweredMs = 15_000;
/** For all look-ups together. */
export const lookUpMs = 5_000;

/** What DNS says of the addresses that this server sends from; remembered for some minutes. */
export class SendingHost {
  #looked: Promise<SendingHostFacts> | undefined;
  #untilMs = 0;

  constructor(
    private readonly ports: { readonly resolver: Dns; readonly clock: Pick<Clock, 'monotonicMs'> },
    private readonly settings: SendingSettings,
  ) {}

  async facts(): Promise<Looked<SendingHostFacts>> {
    const { kind } = this.settings;
    if (kind === 'capture') return unknown('this server captures email and sends none');
    if (kind === 'relay') return unknown('a relay sends the email, and its addresses are not known here');
    return known(await this.#kept());
  }

  async #kept(): Promise<SendingHostFacts> {
    const { clock } = this.ports;
    if (this.#looked === undefined || clock.monotonicMs() > this.#untilMs) {
      this.#untilMs = clock.monotonicMs() + keptMs;
      this.#looked = this.#look();
      const facts = await this.#looked;
      if (isUnanswered(facts)) this.#untilMs = clock.monotonicMs() + keptUnansweredMs;
    }
    return this.#looked;
  }

  async #look(): Promise<SendingHostFacts> {
    const { helo, outboundAddresses, blockListZones } = this.settings;
    const ended = new AbortController();
    const dns = boundedDns(this.ports.resolver, lookUpMs, ended.signal);
    try {
      const heloAddresses = await addressesOf(dns, helo);
      const byName = heloAddresses.kind === 'known' ? heloAddresses.value : [];
      const addresses = outboundAddresses.length > 0 ? outboundAddresses.map(asWrittenIn(byName)) : byName;
      return {
        helo,
        heloAddresses,
        addresses: await Promise.all(addresses.map((address) => addressFacts(dns, address, blockListZones))),
      };
    } finally {
      ended.abort();
    }
  }
}

async function addressesOf(dns: Dns, name: string): Promise<Looked<readonly string[]>> {
  const answers = await Promise.all([dns.resolve(name, 'A'), dns.resolve(name, 'AAAA')]);
  if (answers.some(({ kind }) => kind === 'unanswered')) {
    return unknown(`no name server answered for the addresses of ${name}`);
  }
  return known(answers.flatMap(valuesOf));
}

async function addressFacts(dns: Dns, address: string, zones: readonly string[]): Promise<AddressFacts> {
  const [names, lists] = await Promise.all([
    dns.resolve(reverseName(address), 'PTR'),
    Promise.all(zones.map(async (zone) => ({ zone, isListed: await isListed(dns, address, zone) }))),
  ]);
  return {
    address,
    names:
      names.kind === 'unanswered'
        ? unknown(`no name server answered for the PTR record of ${address}`)
        : known(valuesOf(names)),
    lists,
  };
}

/** Codes by which a list says that it does not answer this name server. */
const refusalPrefix = '127.255.255.';

/** RFC 5782 §2.1: an A record in 127.0.0.0/8 says that the list has the address. */
async function isListed(dns: Dns, address: string, zone: string): Promise<Looked<boolean>> {
  const answer = await dns.resolve(`${reversed(address)}.${zone}`, 'A');
  if (answer.kind === 'unanswered') return unknown(`${zone} gave no answer`);
  const codes = valuesOf(answer);
  if (codes.some((code) => code.startsWith(refusalPrefix))) return unknown(`${zone} does not answer this name server`);
  return known(codes.some((code) => code.startsWith('127.')));
}

function valuesOf<Value>(answer: DnsAnswer<Value>): readonly Value[] {
  return answer.kind === 'found' ? answer.values : [];
}

/** An IPv6 address has several spellings: the one that DNS has for the same address. */
function asWrittenIn(addresses: readonly string[]): (address: string) => string {
  return (address) => addresses.find((other) => reversed(other) === reversed(address)) ?? address;
}

function isUnanswered({ heloAddresses, addresses }: SendingHostFacts): boolean {
  return (
    heloAddresses.kind === 'unknown' ||
    addresses.some(({ names, lists }) => {
      return names.kind === 'unknown' || lists.some(({ isListed: looked }) => looked.kind === 'unknown');
    })
  );
}

/** Labels of an address, the last octet or digit first, as in PTR records (RFC 1035 §3.5, RFC 3596 §2.5). */
function reversed(address: string): string {
  const labels = address.includes(':') ? [...digitsOf(address)] : address.split('.');
  return labels.reverse().join('.');
}

/** Name of the PTR record of an address. */
export function reverseName(address: string): string {
  return `${reversed(address)}.${address.includes(':') ? 'ip6' : 'in-addr'}.arpa`;
}

/** All 32 hexadecimal digits of an IPv6 address. */
function digitsOf(address: string): string {
  const [start = '', end] = address.toLowerCase().split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const [left, right] = [groups(start), groups(end ?? '')];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('');
}
