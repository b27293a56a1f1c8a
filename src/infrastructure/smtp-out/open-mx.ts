import { isIPv6 } from 'node:net';
import type { HostAddresses } from '../../application/delivery/mx/host-addresses.js';
import {
  dnsUnanswered,
  hostsWithoutAddress,
  loopsBack,
  privateHosts,
} from '../../application/delivery/mx/unroutable.js';
import type { TlsaRecord } from '../../application/ports/dns.js';
import type { Unroutable } from '../../application/ports/mail-transport.js';
import type { TlsSession } from '../../application/ports/mail-transport.js';
import type { Needed } from './connection-pool.js';
import type { DialSettings, Peer } from './destination.js';
import { dial } from './dial.js';
import type { SmtpConnection } from './smtp-connection.js';
import { NotConnected } from './smtp-failure.js';

export interface MxSettings {
  readonly port: number;
  readonly addressesOf: (host: string) => Promise<HostAddresses>;
  /** Whether mail may be sent to an address: public ones only, unless the operator says otherwise. */
  readonly isAllowed: (address: string) => boolean;
  /** Whether this machine has the address itself. */
  readonly isOurs: (address: string) => boolean;
  /** Connections leave from these; empty: the system chooses. */
  readonly outboundAddresses: readonly string[];
  /** Called for each new connection that an email opens, whatever becomes of its TLS. */
  readonly onTls?: (session: TlsSession) => void;
  /** No other address is tried past this: the mail behind a set that does not answer waits in the queue, not here. */
  readonly openTimeoutMs: number;
}

interface Target {
  readonly host: string;
  readonly address: string;
  readonly localAddress: string | undefined;
  readonly dane: readonly TlsaRecord[] | undefined;
}

/**
 * RFC 5321 §5.1: a connection to the best host that takes one, in the order of preference, equal hosts shuffled. Throws
 * {@link NotConnected}: what the last connection ended with, or what the DNS answered where none could be tried.
 */
export async function openMx(
  hosts: readonly (readonly string[])[],
  { demand, domain }: Needed,
  mx: MxSettings,
  settings: DialSettings,
  cut: AbortSignal,
): Promise<SmtpConnection> {
  const endsAt = performance.now() + mx.openTimeoutMs;
  const failures: NotConnected[] = [];
  const { onTls: note } = mx;
  // RFC 8460 §3: reports do not tell of the connections that bring reports.
  const onTls = note && demand !== 'any' ? { onTls: named(note, domain) } : {};
  for (const equal of hosts) {
    const { targets, problems, isOurs } = await look(shuffled(equal), mx, onTls.onTls);
    failures.push(...problems);
    // RFC 5321 §5.1: neither this rank nor any behind it.
    if (isOurs) break;
    for (const target of targets) {
      if (failures.some(({ step }) => step !== 'dns') && performance.now() > endsAt) throw worst(failures);
      try {
        return await dial({ ...target, ...onTls, port: mx.port, tls: 'opportunistic' }, demand, settings, cut);
      } catch (error) {
        if (!(error instanceof NotConnected)) throw error;
        failures.push(new NotConnected(error.step, error.ending, target.host, error.conversation));
        if (cut.aborted) throw error;
      }
    }
  }
  throw worst(failures);
}

function named(note: (session: TlsSession) => void, domain: string): NonNullable<Peer['onTls']> {
  return (session) => note({ domain, ...session });
}

/** Everything that equal hosts have to offer, in the order in which to try it. */
async function look(hosts: readonly string[], mx: MxSettings, onTls: Peer['onTls']) {
  const targets: Target[] = [];
  const problems: NotConnected[] = [];
  const found = await Promise.all(hosts.map(async (host) => ({ host, answer: await mx.addressesOf(host) })));
  let isOurs = false;
  for (const { host, answer } of found) {
    if (answer.kind !== 'found') {
      if (answer.kind === 'unanswered' && answer.isAboutTlsa === true) onTls?.(withheld(host));
      problems.push(
        asFailure(answer.kind === 'missing' ? hostsWithoutAddress(host) : dnsUnanswered(host, answer.reason)),
      );
      continue;
    }
    // IPv4 first: there a sender's name and reputation are most often in order.
    const addresses = [...shuffled(answer.ipv4), ...shuffled(answer.ipv6)];
    if (addresses.some(mx.isOurs)) {
      isOurs = true;
      problems.push(asFailure(loopsBack(host)));
    }
    const allowed = addresses.filter(mx.isAllowed);
    if (allowed.length === 0) problems.push(asFailure(privateHosts(host)));
    targets.push(...allowed.flatMap((address) => from(mx.outboundAddresses, { host, address, dane: answer.dane })));
  }
  return { targets, problems, isOurs };
}

function withheld(host: string): Omit<TlsSession, 'domain'> {
  const unknown = { address: null, localAddress: null, reason: null, certificateProblem: null };
  return { host, tls: 'withheld', dane: { records: [], isProven: false }, ...unknown };
}

/** Nothing where we have addresses, and none of the family that this one needs. */
function from(outbound: readonly string[], target: Omit<Target, 'localAddress'>): Target[] {
  if (outbound.length === 0) return [{ ...target, localAddress: undefined }];
  const [localAddress] = shuffled(outbound.filter((own) => isIPv6(own) === isIPv6(target.address)));
  return localAddress === undefined ? [] : [{ ...target, localAddress }];
}

/** The last connection that failed says most; else what may pass; a final word only where there is no other. */
function worst(failures: readonly NotConnected[]): NotConnected {
  const connection = failures.findLast(({ step }) => step !== 'dns');
  const passing = failures.findLast(({ ending: { code } }) => code !== null && code < 500);
  return connection ?? passing ?? failures.at(-1) ?? asFailure(hostsWithoutAddress('this address family'));
}

function asFailure({ host, ...ending }: Unroutable): NotConnected {
  return new NotConnected('dns', ending, host);
}

/** RFC 5321 §5.1: so that the load is spread over equal hosts. */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((left, right) => left.order - right.order)
    .map(({ item }) => item);
}
