import { command, query } from '../../access/use-case.js';
import { domainName, type DomainNameRefusal } from '../../../domain/sending-domain/domain-name.js';
import type { NameClaimed } from '../../../domain/sending-domain/events.js';
import { isOpen, type NameClaim } from '../../../domain/sending-domain/name-claim.js';
import { sendingDomain } from '../../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { type RequestContext, type Unavailable, unavailable } from '../../shared/context.js';
import { handle, load, type LogPorts } from '../../shared/handle.js';
import type { Ports } from '../../shared/ports.js';
import { openDomain } from '../domain-lifecycle.js';
import type { KeyMakingPorts } from '../ensure-keys.js';
import { type NewDomain, type ManageDomainsPorts, noteWritten } from '../manage-domains.js';
import { domainNameStream } from '../sending-domains.js';

/** POST /domains/claim: how a team gets a name that another team holds. It proves that it controls the name's DNS. */
export interface ClaimDomain {
  readonly context: RequestContext;
  readonly settings: NewDomain;
}
/** `isNew` false: the same was asked before, and that claim is still open. */
type ClaimDomainResult =
  | { readonly claim: NameClaim; readonly isNew: boolean }
  | { readonly refused: Exclude<DomainNameRefusal, 'claim-not-found'>; readonly name: string }
  | Unavailable;

/** POST /domains/{id}/claim/verify. */
export interface RequestClaimCheck {
  readonly context: RequestContext;
  readonly domainId: string;
}
type ClaimCheckResult = { readonly claim: NameClaim } | { readonly refused: 'not-found' } | Unavailable;

/** GET /domains/{id}/claim: the claim that a domain was made for; undefined: none, or another team's. */
export interface GetDomainClaim {
  readonly teamId: string;
  readonly domainId: string;
}
type GetDomainClaimResult = NameClaim | undefined;

type ClaimDomainPorts = KeyMakingPorts & Pick<ManageDomainsPorts, 'hash' | 'domains' | 'ownWrites'>;

/** How long a claim stays open without a proof. */
const claimLifeMs = 7 * 86_400_000;

type ReadClaimPorts = LogPorts & Pick<Ports, 'hash'>;

export const ClaimDomain = command({ name: 'ClaimDomain', need: 'member', run: claimDomain });

export const RequestClaimCheck = command({ name: 'RequestClaimCheck', need: 'member', run: requestClaimCheck });

export const GetDomainClaim = query({ name: 'GetDomainClaim', need: 'read-only', run: getDomainClaim });

async function claimDomain(ports: ClaimDomainPorts, { context, settings }: ClaimDomain): Promise<ClaimDomainResult> {
  const domainId = ports.ids.next();
  const claim: NameClaimed['data'] = {
    owner: streamName('domain', domainId),
    teamId: context.teamId,
    opens: { ...settings, domainId, origin: 'team' },
    claimId: ports.ids.next(),
    token: ports.ids.dataKey().toString('base64url'),
    expiresAt: new Date(ports.clock.now() + claimLifeMs).toISOString(),
  };
  const names = domainNameStream(ports.hash, settings.name);
  const provenance = { context, region: settings.region };
  const handled = await handle(ports, domainName, names, { type: 'ClaimName', claim }, provenance);
  ports.domains.forget(names);
  if ('refused' in handled) {
    if (handled.refused === 'unavailable' || handled.refused === 'claim-not-found') return unavailable;
    return { refused: handled.refused, name: settings.name };
  }
  const open = handled.loaded.state.claims.find((each) => isOpen(each) && each.teamId === context.teamId);
  if (open === undefined) return unavailable;
  await openDomain(ports, open, provenance);
  await noteWritten(ports, context, open.owner);
  return { claim: open, isNew: open.claimId === claim.claimId };
}

async function requestClaimCheck(
  ports: ReadClaimPorts,
  { context, domainId }: RequestClaimCheck,
): Promise<ClaimCheckResult> {
  const claim = await getDomainClaim(ports, { teamId: context.teamId, domainId });
  if (claim === undefined) return { refused: 'not-found' };
  const { claimId, opens } = claim;
  const names = domainNameStream(ports.hash, opens.name);
  const provenance = { context, region: opens.region };
  const handled = await handle(ports, domainName, names, { type: 'RequestClaimCheck', claimId }, provenance);
  if ('refused' in handled) return unavailable;
  return { claim: handled.loaded.state.claims.find((each) => each.claimId === claimId) ?? claim };
}

async function getDomainClaim(
  ports: ReadClaimPorts,
  { teamId, domainId }: Pick<GetDomainClaim, 'teamId' | 'domainId'>,
): Promise<GetDomainClaimResult> {
  const owner = streamName('domain', domainId);
  const { state, events } = await load(ports, sendingDomain, owner);
  if (state.status === 'none' || events[0]?.metadata.teamId !== teamId) return undefined;
  const { claims } = (await load(ports, domainName, domainNameStream(ports.hash, state.domain.name))).state;
  return claims.find((claim) => claim.owner === owner);
}
