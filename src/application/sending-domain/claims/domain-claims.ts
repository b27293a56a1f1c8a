import { domainName } from '../../../domain/sending-domain/domain-name.js';
import type { NameClaimed } from '../../../domain/sending-domain/events.js';
import { isOpen, type NameClaim } from '../../../domain/sending-domain/name-claim.js';
import { sendingDomain } from '../../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import { type RequestContext, unavailable } from '../../shared/context.js';
import { handle, load } from '../../shared/handle.js';
import type { DomainWritesDependencies } from '../domain-changes.js';
import { openDomain } from '../open-domain.js';
import type { ClaimCheckResult, ClaimDomainResult, DomainWish } from '../sending-domain.messages.js';
import { domainNameStream } from '../sending-domains.js';

/** How a team gets a name that another team holds: it proves that it rules over the name's DNS. */
export interface DomainClaims {
  claim(context: RequestContext, wish: DomainWish): Promise<ClaimDomainResult>;
  /** The claim that a domain was made for; undefined: none, or another team's. */
  get(teamId: string, domainId: string): Promise<NameClaim | undefined>;
  requestCheck(context: RequestContext, domainId: string): Promise<ClaimCheckResult>;
}

export interface DomainClaimsDependencies extends Omit<DomainWritesDependencies, 'onFailure'> {
  readonly lifeMs: number;
}

export function createDomainClaims(dependencies: DomainClaimsDependencies): DomainClaims {
  const { ports, hash, domains, onWritten, lifeMs } = dependencies;

  async function get(teamId: string, domainId: string): Promise<NameClaim | undefined> {
    const owner = streamName('domain', domainId);
    const { state, events } = await load(ports, sendingDomain, owner);
    if (state.status === 'none' || events[0]?.metadata.teamId !== teamId) return undefined;
    const { claims } = (await load(ports, domainName, domainNameStream(hash, state.domain.name))).state;
    return claims.find((claim) => claim.owner === owner);
  }

  return {
    async claim(context, wish) {
      const domainId = ports.ids.next();
      const claim: NameClaimed['data'] = {
        owner: streamName('domain', domainId),
        teamId: context.teamId,
        opens: { ...wish, domainId, origin: 'team' },
        claimId: ports.ids.next(),
        token: ports.ids.dataKey().toString('base64url'),
        expiresAt: new Date(ports.clock.now() + lifeMs).toISOString(),
      };
      const names = domainNameStream(hash, wish.name);
      const provenance = { context, region: wish.region };
      const handled = await handle(ports, domainName, names, { type: 'ClaimName', claim }, provenance);
      domains.forget(names);
      if ('refused' in handled) {
        if (handled.refused === 'unavailable' || handled.refused === 'claim-not-found') return unavailable;
        return { refused: handled.refused, name: wish.name };
      }
      const claimed = handled.loaded.state.claims.find((each) => isOpen(each) && each.teamId === context.teamId);
      if (claimed === undefined) return unavailable;
      await openDomain(dependencies, claimed, provenance);
      domains.forget(claimed.owner);
      const last = await ports.store.readLast(claimed.owner);
      if (last !== undefined) onWritten(context.teamId, last.position);
      return { claim: claimed, isNew: claimed.claimId === claim.claimId };
    },

    get,

    async requestCheck(context, domainId) {
      const claim = await get(context.teamId, domainId);
      if (claim === undefined) return { refused: 'not-found' };
      const { claimId, opens } = claim;
      const names = domainNameStream(hash, opens.name);
      const provenance = { context, region: opens.region };
      const handled = await handle(ports, domainName, names, { type: 'RequestClaimCheck', claimId }, provenance);
      if ('refused' in handled) return unavailable;
      return { claim: handled.loaded.state.claims.find((each) => each.claimId === claimId) ?? claim };
    },
  };
}
