import { signingKeys } from '../../domain/sending-domain/dkim-keys.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import type { DomainTls } from '../../domain/sending-domain/events.js';
import { sendingDomain, type ActiveDomain } from '../../domain/sending-domain/sending-domain.js';
import { maySend } from '../../domain/sending-domain/verification.js';
import { categoryOf, streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { SigningKey } from '../ports/mail-composer.js';
import { returnPathKeys } from './records/expected-records.js';
import { createAggregateCache } from '../shared/aggregate-cache.js';
import type { LogPorts } from '../shared/handle.js';

export interface VerifiedDomain {
  readonly domainId: string;
  readonly name: string;
  readonly region: string;
  readonly sandbox: boolean;
}

/** The domains that a team may send from, folded from their streams. */
export interface SendingDomains {
  /** Undefined: unknown, another team's, or not verified. */
  verified(teamId: string, name: string): Promise<VerifiedDomain | undefined>;
  /** The team's own, or a sandbox domain. */
  state(teamId: string, domainId: string): Promise<ActiveDomain | undefined>;
  /** Whichever team's; undefined: unknown, or deleted. */
  active(domainId: string): Promise<ActiveDomain | undefined>;
  /** Once and for all: its keys are gone, and its mail cannot be signed any more. */
  isDeleted(domainId: string): Promise<boolean>;
  /** Those that sign its mail, the one that every receiver understands first; none: the domain is unknown. */
  signingKeys(domainId: string): Promise<readonly SigningKey[]>;
  /** How its mail must travel. */
  tls(domainId: string): Promise<DomainTls>;
  /** The name under which bounces come back; undefined where the DNS does not show its records. */
  returnPath(domainId: string): Promise<string | undefined>;
  forget(stream: StreamName): void;
}

/** The stream that holds a name's reservation. */
export function domainNameStream(hash: KeyedHash, name: string): StreamName {
  return streamName('domainname', hash.hash('domain-name', ['name', name]));
}

export function createSendingDomains(ports: LogPorts, hash: KeyedHash): SendingDomains {
  const names = createAggregateCache(ports, domainName);
  const domains = createAggregateCache(ports, sendingDomain);

  const active = async (domainId: string): Promise<ActiveDomain | undefined> => {
    const state = await domains.get(streamName('domain', domainId));
    return state.status === 'active' ? state : undefined;
  };
  const holderOf = async (name: string) => (await names.get(domainNameStream(hash, name))).holder;

  return {
    async verified(teamId, name) {
      const holder = await holderOf(name);
      if (holder === undefined) return undefined;
      const state = await domains.get(holder.owner);
      if (state.status !== 'active' || !maySend(state.verification, state.domain.capabilities)) return undefined;
      const sandbox = state.domain.origin === 'sandbox';
      if (!sandbox && holder.teamId !== teamId) return undefined;
      return { domainId: state.domain.domainId, name, region: state.domain.region, sandbox };
    },
    async state(teamId, domainId) {
      const state = await active(domainId);
      if (state === undefined) return undefined;
      if (state.domain.origin === 'sandbox') return state;
      const holder = await holderOf(state.domain.name);
      return holder?.teamId === teamId && holder.opens.domainId === domainId ? state : undefined;
    },
    active,
    async isDeleted(domainId) {
      return (await domains.get(streamName('domain', domainId))).status === 'deleted';
    },
    async signingKeys(domainId) {
      const state = await active(domainId);
      if (state === undefined) return [];
      const domain = state.domain.name;
      return signingKeys(state).map(({ algorithm, selector, secretName }) => ({
        domain,
        algorithm,
        selector,
        secretName,
      }));
    },
    async tls(domainId) {
      return (await active(domainId))?.domain.tls ?? 'opportunistic';
    },
    async returnPath(domainId) {
      const state = await domains.get(streamName('domain', domainId));
      return state.status === 'active' && showsReturnPath(state)
        ? `${state.domain.returnPath}.${state.domain.name}`
        : undefined;
    },
    forget(stream) {
      if (categoryOf(stream) === 'domain') domains.forget(stream);
      else names.forget(stream);
    },
  };
}

/** Records that nobody answered for in the last check count as they were before it. */
function showsReturnPath({ verification: { sending, records } }: ActiveDomain): boolean {
  const proven = sending.status === 'verified' || sending.status === 'temporary_failure';
  const gone = records.some(({ key, status }) => {
    return returnPathKeys.includes(key) && (status === 'missing' || status === 'different');
  });
  return proven && !gone;
}
