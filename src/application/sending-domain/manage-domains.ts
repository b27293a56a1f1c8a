import { command } from '../access/use-case.js';
import { domainName } from '../../domain/sending-domain/domain-name.js';
import type { DomainCreated, Reserved, SendingDomainEvent } from '../../domain/sending-domain/events.js';
import {
  sendingDomain,
  type SendingDomainCommand,
  type SendingDomainState,
} from '../../domain/sending-domain/sending-domain.js';
import { domainsProjection } from '../../projections/domains/domains.projection.js';
import type { LinkTrouble } from '../../domain/shared/link-trouble.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, load, type Loaded } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { TeamOwners } from '../shared/team-owners.js';
import { countShown, withRoomOfOwner } from '../shared/with-room.js';
import { finishDeletion, type FinishDeletionPorts, openDomain, openingLastsMs } from './domain-lifecycle.js';
import type { KeyMakingPorts } from './ensure-keys.js';
import { domainNameStream, type SendingDomains } from './sending-domains.js';

/** What a team chooses about the domain that it asks for; ids and origin are not its choice. */
export type NewDomain = Omit<DomainCreated['data'], 'domainId' | 'origin'>;

export type DomainChange = Extract<
  SendingDomainCommand,
  { type: 'UpdateDomain' } | { type: 'RequestCheck' } | { type: 'DeleteDomain' }
>;

/** Tracked links and pictures would not lead to this server. */
interface TrackingUnreachable {
  readonly refused: 'tracking-unreachable';
  readonly field: 'open_tracking' | 'click_tracking';
  readonly trouble: LinkTrouble;
}

/** POST /domains. */
export interface CreateDomain {
  readonly context: RequestContext;
  readonly settings: NewDomain;
}
export type CreateDomainResult =
  | { readonly domainId: string }
  | { readonly refused: 'name-taken'; readonly name: string }
  | { readonly refused: 'too-many-domains'; readonly limit: number }
  | TrackingUnreachable
  | Unavailable;

/** PATCH and DELETE /domains/{id}, POST /domains/{id}/verify. */
export interface ChangeDomain {
  readonly context: RequestContext;
  readonly domainId: string;
  readonly change: DomainChange;
}
/** `domain-kept`: the operator's configuration names it. */
export type ChangeDomainResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'no-capability' }
  | { readonly refused: 'subdomain-in-use' }
  | TrackingUnreachable
  | { readonly refused: 'domain-kept'; readonly name: string }
  | Unavailable;

export type ManageDomainsPorts = KeyMakingPorts &
  FinishDeletionPorts &
  Pick<Ports, 'ownWrites'> & {
    readonly readStore: Pick<Ports['readStore'], 'count'>;
    readonly domainsPerTeam: number;
    /** Without it nothing is refused because of links. */
    readonly senderRules?: { readonly linkTrouble: LinkTrouble | null };
    /** Without it every team counts alone. */
    readonly teamOwners?: Pick<TeamOwners, 'of' | 'sum'>;
    readonly domains: Pick<SendingDomains, 'forget'>;
    /** Called with errors of work that no request waits for. */
    readonly onFailure: (error: unknown) => void;
  };

export const CreateDomain = command({ name: 'CreateDomain', need: 'member', run: createDomain });

export const ChangeDomain = command({ name: 'ChangeDomain', need: 'member', run: changeDomain });

/**
 * Reserves the name, which is the accept, and opens the domain. A reservation that a crash left without one is opened.
 */
export async function createDomain(
  ports: ManageDomainsPorts,
  { context, settings }: CreateDomain,
): Promise<CreateDomainResult> {
  const unreachable = trackingUnreachable(ports, settings);
  if (unreachable !== undefined) return unreachable;
  const count = (each: string) => countShown(ports, domainsProjection, each, { scope: each });
  const room = { category: 'domain', teamId: context.teamId, most: ports.domainsPerTeam, count } as const;
  const made = await withRoomOfOwner(ports, room, () => reserve(ports, { context, settings }));
  return 'refused' in made && made.refused === 'too-many' ? { refused: 'too-many-domains', limit: made.most } : made;
}

async function reserve(ports: ManageDomainsPorts, { context, settings }: CreateDomain): Promise<CreateDomainResult> {
  const domainId = ports.ids.next();
  const provenance = { context, region: settings.region };
  const reservation: Reserved['data'] = {
    owner: streamName('domain', domainId),
    teamId: context.teamId,
    opens: { ...settings, domainId, origin: 'team' },
  };
  const names = domainNameStream(ports.hash, settings.name);
  const handled = await handle(ports, domainName, names, { type: 'ReserveName', reservation }, provenance);
  ports.domains.forget(names);
  const { holder, heldSince } = handled.loaded.state;
  if ('refused' in handled) {
    const cutOff = Date.parse(heldSince ?? '') + openingLastsMs <= ports.clock.now();
    if (handled.refused === 'unavailable') return unavailable;
    if (holder?.teamId !== context.teamId || !cutOff) return { refused: 'name-taken', name: settings.name };
    const { state } = await load(ports, sendingDomain, holder.owner);
    if (state.status !== 'none') return { refused: 'name-taken', name: settings.name };
  }
  const opened = holder ?? reservation;
  await openDomain(ports, opened, provenance);
  await noteWritten(ports, context, opened.owner);
  return { domainId: opened.opens.domainId };
}

export async function changeDomain(
  ports: ManageDomainsPorts,
  { context, domainId, change }: ChangeDomain,
): Promise<ChangeDomainResult> {
  const stream = streamName('domain', domainId);
  const loaded = await load(ports, sendingDomain, stream);
  const turnedOn = change.type === 'UpdateDomain' ? change.changes : {};
  const refusal = refusalOf(loaded, context, change) ?? trackingUnreachable(ports, turnedOn);
  if (refusal !== undefined) return refusal;
  const region = loaded.state.status === 'active' ? loaded.state.domain.region : null;
  const handled = await handle(ports, sendingDomain, stream, change, { context, region }, { loaded });
  if ('refused' in handled) {
    if (handled.refused === 'unavailable') return unavailable;
    return handled.refused === 'unknown-key' ? { refused: 'not-found' } : { refused: handled.refused };
  }
  // The domain is deleted, whatever fails now: the domain finisher does what is left.
  if (change.type === 'DeleteDomain') {
    await finishDeletion(ports, stream, { context, region }).catch(ports.onFailure);
  }
  await noteWritten(ports, context, stream);
  return { id: domainId };
}

/** After a write that may have been several appends: lists wait for the stream's end. */
export async function noteWritten(
  { store, domains, ownWrites }: Pick<ManageDomainsPorts, 'store' | 'domains' | 'ownWrites'>,
  { teamId }: RequestContext,
  stream: Reserved['data']['owner'],
): Promise<void> {
  domains.forget(stream);
  const last = await store.readLast(stream);
  if (last !== undefined) ownWrites.note(teamId, last.position);
}

/** Another team's domain is as one that does not exist; what the configuration names is not a team's to change. */
function trackingUnreachable(
  { senderRules }: Pick<ManageDomainsPorts, 'senderRules'>,
  { openTracking, clickTracking }: { readonly openTracking?: boolean; readonly clickTracking?: boolean },
): TrackingUnreachable | undefined {
  const trouble = senderRules?.linkTrouble;
  if (trouble == null || !(openTracking === true || clickTracking === true)) return undefined;
  return {
    refused: 'tracking-unreachable',
    field: clickTracking === true ? 'click_tracking' : 'open_tracking',
    trouble,
  };
}

function refusalOf(
  { state, events }: Loaded<SendingDomainState, SendingDomainEvent>,
  { teamId }: RequestContext,
  change: DomainChange,
): ChangeDomainResult | undefined {
  if (state.status !== 'active') return { refused: 'not-found' };
  const { origin, name } = state.domain;
  if (origin === 'sandbox') return { refused: 'domain-kept', name };
  if (events[0]?.metadata.teamId !== teamId) return { refused: 'not-found' };
  return origin === 'preverified' && change.type === 'DeleteDomain' ? { refused: 'domain-kept', name } : undefined;
}
