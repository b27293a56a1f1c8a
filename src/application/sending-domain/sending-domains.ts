import { signingKeys } from '../../domain/sending-domain/dkim-keys.js';
import { domainName, type DomainNameState } from '../../domain/sending-domain/domain-name.js';
import type { DomainTls } from '../../domain/sending-domain/events.js';
import {
  type ActiveDomain,
  sendingDomain,
  type SendingDomainState,
} from '../../domain/sending-domain/sending-domain.js';
import { type DomainTracking, trackingOf } from '../../domain/sending-domain/tracking-subdomain.js';
import { mayReceive, maySend } from '../../domain/sending-domain/verification.js';
import { categoryOf, streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { SigningKey } from '../ports/mail-composer.js';
import { type AggregateCache, createAggregateCache } from '../shared/aggregate-cache.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { returnPathKeys } from './records/expected-records.js';

export interface VerifiedDomain {
  readonly domainId: string;
  readonly name: string;
  readonly region: string;
  readonly sandbox: boolean;
  /** Absent where nothing of its mail is tracked. */
  readonly tracking?: DomainTracking;
}

/** Where a team takes email. */
export interface ReceivingDomain {
  readonly domainId: string;
  readonly teamId: string;
  readonly region: string;
}

/** Whose reports about its email and its mail hosts come here. */
export interface ReportingDomain extends ReceivingDomain {
  readonly name: string;
}

/** Whether any team may send from a domain, and if not, what is missing. */
export type SenderStanding = 'sends' | 'not-verified' | 'not-added';

/** No tracking host is as deep. */
const mostLabels = 16;

/** The stream that holds a name's reservation. */
export function domainNameStream(hash: KeyedHash, name: string): StreamName {
  return streamName('domainname', hash.hash('domain-name', ['name', name]));
}

/** The domains that teams may send from, folded from their streams and cached. */
export class SendingDomains {
  private readonly names: AggregateCache<DomainNameState>;
  private readonly domains: AggregateCache<SendingDomainState>;

  constructor(private readonly ports: LogPorts & Pick<Ports, 'hash'>) {
    this.names = createAggregateCache(ports, domainName);
    this.domains = createAggregateCache(ports, sendingDomain);
  }

  /**
   * A team's verified domain, or any team's where `teamId` is null.
   * @returns undefined when it is unknown, another team's, or not verified.
   */
  async verified(teamId: string | null, name: string): Promise<VerifiedDomain | undefined> {
    const holder = await this.holderOf(name);
    if (holder === undefined) return undefined;
    const state = await this.domains.get(holder.owner);
    if (state.status !== 'active' || !maySend(state.verification, state.domain.capabilities)) return undefined;
    const sandbox = state.domain.origin === 'sandbox';
    if (!sandbox && teamId !== null && holder.teamId !== teamId) return undefined;
    const tracking = sandbox ? undefined : trackingOf(state.domain, state.verification);
    const { domainId, region } = state.domain;
    return { domainId, name, region, sandbox, ...(tracking === undefined ? {} : { tracking }) };
  }

  /** @returns undefined when no team receives at this name. */
  async receiving(name: string): Promise<ReceivingDomain | undefined> {
    const held = await this.heldByTeam(name);
    if (held === undefined || !mayReceive(held.state.verification, held.state.domain.capabilities)) return undefined;
    const { domainId, region } = held.state.domain;
    return { domainId, region, teamId: held.teamId };
  }

  async standing(name: string): Promise<SenderStanding> {
    if ((await this.verified(null, name)) !== undefined) return 'sends';
    return (await this.holderOf(name)) === undefined ? 'not-added' : 'not-verified';
  }

  /** The team's own, or a sandbox domain. */
  async state(teamId: string, domainId: string): Promise<ActiveDomain | undefined> {
    const state = await this.active(domainId);
    if (state === undefined || state.domain.origin === 'sandbox') return state;
    const holder = await this.holderOf(state.domain.name);
    return holder?.teamId === teamId && holder.opens.domainId === domainId ? state : undefined;
  }

  /**
   * The domain, whichever team's it is.
   * @returns undefined when it is unknown or deleted.
   */
  async active(domainId: string): Promise<ActiveDomain | undefined> {
    const state = await this.domains.get(streamName('domain', domainId));
    return state.status === 'active' ? state : undefined;
  }

  /** Permanent: its keys are gone, and its email cannot be signed any more. */
  async isDeleted(domainId: string): Promise<boolean> {
    return (await this.domains.get(streamName('domain', domainId))).status === 'deleted';
  }

  /** Those that sign its mail, first the one that every receiver understands; none: the domain is unknown. */
  async signingKeys(domainId: string): Promise<readonly SigningKey[]> {
    const state = await this.active(domainId);
    if (state === undefined) return [];
    const domain = state.domain.name;
    return signingKeys(state).map(({ algorithm, selector, secretName }) => ({
      domain,
      algorithm,
      selector,
      secretName,
    }));
  }

  /** How its mail must travel. */
  async tls(domainId: string): Promise<DomainTls> {
    return (await this.active(domainId))?.domain.tls ?? 'opportunistic';
  }

  /** The name under which bounces come back; undefined where the DNS does not show its records. */
  async returnPath(domainId: string): Promise<string | undefined> {
    const state = await this.active(domainId);
    return state !== undefined && showsReturnPath(state)
      ? `${state.domain.returnPath}.${state.domain.name}`
      : undefined;
  }

  /**
   * The team whose tracked links lead to this host, or led there once.
   *
   * @returns undefined where it is no tracking host of any domain.
   */
  async trackedBy(host: string): Promise<string | undefined> {
    // Each label is one read, and anyone may ask.
    if (host.split('.').length > mostLabels) return undefined;
    for (let dot = host.indexOf('.'); dot > 0; dot = host.indexOf('.', dot + 1)) {
      const holder = await this.holderOf(host.slice(dot + 1));
      if (holder === undefined) continue;
      const state = await this.domains.get(holder.owner);
      if (state.status !== 'active' || holder.teamId === null) return undefined;
      const { formerTrackingSubdomains: former, domain } = state;
      return [domain.trackingSubdomain, ...former].includes(host.slice(0, dot)) ? holder.teamId : undefined;
    }
    return undefined;
  }

  /**
   * Which mail host takes email to `name`, a domain or its return path, and in which region.
   *
   * @returns undefined where none of ours does.
   */
  async receiverOf(
    name: string,
  ): Promise<{ readonly host: 'inbound' | 'return-path'; readonly region: string } | undefined> {
    const own = (await this.heldByTeam(name))?.state.domain;
    if (own?.capabilities.receiving === true) return { host: 'inbound', region: own.region };
    const dot = name.indexOf('.');
    const parent = dot < 1 ? undefined : (await this.heldByTeam(name.slice(dot + 1)))?.state.domain;
    if (parent?.capabilities.sending !== true) return undefined;
    return parent.returnPath === name.slice(0, dot) ? { host: 'return-path', region: parent.region } : undefined;
  }

  /**
   * The domain whose reports come to addresses of this host: its return path, or its name where it only receives.
   *
   * @returns undefined where none do.
   */
  async reportsAt(host: string): Promise<ReportingDomain | undefined> {
    const receiver = await this.receiverOf(host);
    if (receiver === undefined) return undefined;
    const name = receiver.host === 'inbound' ? host : host.slice(host.indexOf('.') + 1);
    const held = await this.heldByTeam(name);
    if (held === undefined) return undefined;
    const { domainId, region, capabilities } = held.state.domain;
    // There each address takes email.
    if (receiver.host === 'inbound' && capabilities.sending) return undefined;
    return { name, domainId, region, teamId: held.teamId };
  }

  /** After a write to the stream, here or in another process. */
  forget(stream: StreamName): void {
    if (categoryOf(stream) === 'domain') this.domains.forget(stream);
    else this.names.forget(stream);
  }

  /** The domain of this name and its team; undefined where no team has it. */
  private async heldByTeam(
    name: string,
  ): Promise<{ readonly state: ActiveDomain; readonly teamId: string } | undefined> {
    const holder = await this.holderOf(name);
    if (holder === undefined || holder.teamId === null) return undefined;
    const state = await this.domains.get(holder.owner);
    return state.status === 'active' ? { state, teamId: holder.teamId } : undefined;
  }

  private async holderOf(name: string): Promise<DomainNameState['holder']> {
    return (await this.names.get(domainNameStream(this.ports.hash, name))).holder;
  }
}

/** A record of which the last check got no answer counts as it did before. */
export function showsReturnPath({ verification: { sending, records } }: ActiveDomain): boolean {
  const proven = sending.status === 'verified' || sending.status === 'temporary_failure';
  const gone = records.some(({ key, status }) => {
    return returnPathKeys.includes(key) && (status === 'missing' || status === 'different');
  });
  return proven && !gone;
}
