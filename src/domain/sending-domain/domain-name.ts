import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import type { StreamName } from '../shared/stream-name.js';
import type { ClaimBlock, DomainNameEvent, NameClaimed, NameClaimEnded, Reserved } from './events.js';
import { asksTheSame, isOpen, type NameClaim } from './name-claim.js';

export type DomainNameCommand =
  | { readonly type: 'ReserveName'; readonly reservation: Reserved['data'] }
  | { readonly type: 'ReleaseName'; readonly owner: StreamName }
  | { readonly type: 'ClaimName'; readonly claim: NameClaimed['data'] }
  | { readonly type: 'RequestClaimCheck'; readonly claimId: string }
  | RecordClaimCheck
  | { readonly type: 'CancelClaim'; readonly claimId: string };

interface RecordClaimCheck {
  readonly type: 'RecordClaimCheck';
  readonly claimId: string;
  /** The claim's token is published under the name. */
  readonly proved: boolean;
  /** What keeps the name where it is although it was proved. */
  readonly block: ClaimBlock | null;
  /** ISO 8601. */
  readonly at: string;
}

export interface DomainNameState {
  readonly holder: Reserved['data'] | undefined;
  /** ISO 8601. */
  readonly heldSince: string | undefined;
  /** All claims ever made, oldest first. */
  readonly claims: readonly NameClaim[];
}

/** `name-kept`: the operator's configuration holds it. `name-free`: no team holds it, so there is nothing to claim. */
export type DomainNameRefusal = 'name-taken' | 'name-free' | 'name-yours' | 'name-kept' | 'claim-not-found';

/** One name has one holder at a time; a released name can be taken again, and a proved claim moves it in one append. */
export const domainName: Decider<DomainNameCommand, DomainNameState, DomainNameEvent, DomainNameRefusal> = {
  initial: { holder: undefined, heldSince: undefined, claims: [] },

  decide(command, state) {
    const { holder } = state;
    switch (command.type) {
      case 'ReserveName':
        if (holder === undefined) return [{ type: 'Reserved', data: command.reservation }];
        return holder.owner === command.reservation.owner ? [] : refuse('name-taken');
      case 'ReleaseName':
        return holder?.owner === command.owner ? [{ type: 'Released', data: { owner: command.owner } }] : [];
      case 'ClaimName':
        return decideClaim(command.claim, state);
      case 'RequestClaimCheck':
      case 'CancelClaim':
      case 'RecordClaimCheck': {
        const claim = state.claims.find(({ claimId }) => claimId === command.claimId);
        if (claim === undefined) return refuse('claim-not-found');
        if (!isOpen(claim)) return [];
        if (command.type === 'RecordClaimCheck') return decideClaimCheck(command, claim, state);
        if (command.type === 'CancelClaim') return [ended(claim, 'canceled')];
        return [{ type: 'NameClaimCheckRequested', data: { claimId: claim.claimId } }];
      }
      default:
        return unreachable(command);
    }
  },

  evolve(state, event, at) {
    const change = (claimId: string, changes: Partial<NameClaim>): DomainNameState => ({
      ...state,
      claims: state.claims.map((claim) => (claim.claimId === claimId ? { ...claim, ...changes } : claim)),
    });
    switch (event.type) {
      case 'Reserved':
        return { ...state, holder: event.data, heldSince: at };
      case 'Released':
        return { ...state, holder: undefined, heldSince: undefined };
      case 'NameClaimed': {
        const opened = { status: 'pending', blockedReason: null, createdAt: at, checkRequestedAt: null } as const;
        return { ...state, claims: [...state.claims, { ...event.data, ...opened }] };
      }
      case 'NameClaimCheckRequested':
        return change(event.data.claimId, { checkRequestedAt: at });
      case 'NameClaimBlocked':
        return change(event.data.claimId, { status: 'blocked', blockedReason: event.data.reason });
      case 'NameClaimCompleted':
        return change(event.data.claimId, { status: 'completed', blockedReason: null });
      case 'NameClaimEnded':
        return change(event.data.claimId, { status: event.data.outcome, blockedReason: null });
      default:
        return unreachable(event);
    }
  },
};

function decideClaim(
  claim: NameClaimed['data'],
  { holder, claims }: DomainNameState,
): Decision<DomainNameEvent, DomainNameRefusal> {
  if (holder === undefined) return refuse('name-free');
  if (holder.teamId === claim.teamId) return refuse('name-yours');
  if (holder.opens.origin !== 'team') return refuse('name-kept');
  const earlier = claims.find((other) => isOpen(other) && other.teamId === claim.teamId);
  if (earlier !== undefined && asksTheSame(earlier.opens, claim.opens)) return [];
  const replaced = earlier === undefined ? [] : [ended(earlier, 'superseded')];
  return [...replaced, { type: 'NameClaimed', data: claim }];
}

function decideClaimCheck(
  { proved, block, at }: RecordClaimCheck,
  claim: NameClaim,
  { holder, claims }: DomainNameState,
): readonly DomainNameEvent[] {
  if (holder?.teamId === claim.teamId) return [ended(claim, 'superseded')];
  if (Date.parse(at) >= Date.parse(claim.expiresAt)) return [ended(claim, 'expired')];
  if (!proved) return [];
  const { claimId, owner, teamId, opens } = claim;
  if (block !== null) {
    return claim.blockedReason === block ? [] : [{ type: 'NameClaimBlocked', data: { claimId, reason: block } }];
  }
  const others = claims.filter((other) => isOpen(other) && other.claimId !== claimId);
  return [
    ...(holder === undefined ? [] : [{ type: 'Released', data: { owner: holder.owner } } as const]),
    { type: 'Reserved', data: { owner, teamId, opens } },
    { type: 'NameClaimCompleted', data: { claimId } },
    ...others.map((other) => ended(other, 'superseded')),
  ];
}

function ended({ claimId }: NameClaim, outcome: NameClaimEnded['data']['outcome']): NameClaimEnded {
  return { type: 'NameClaimEnded', data: { claimId, outcome } };
}
