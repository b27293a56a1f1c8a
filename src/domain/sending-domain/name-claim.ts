import type { ClaimBlock, ClaimEnd, DomainCreated, NameClaimed } from './events.js';

type ClaimStatus = 'pending' | 'blocked' | 'completed' | ClaimEnd;

/** How a claim on a name that another team holds stands. */
export type NameClaim = NameClaimed['data'] & {
  readonly status: ClaimStatus;
  /** Why it is blocked; null when it is not. */
  readonly blockedReason: ClaimBlock | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601: when a check was last requested; null: never. */
  readonly checkRequestedAt: string | null;
};

/** The TXT record that proves a claim. */
export const proofOf = (token: string): string => `posthorn-domain-verification=${token}`;

export function isOpen({ status }: Pick<NameClaim, 'status'>): boolean {
  return status === 'pending' || status === 'blocked';
}

/** The same request: all that its team would get is the same, but for the ids. */
export function asksTheSame(left: DomainCreated['data'], right: DomainCreated['data']): boolean {
  return (
    left.name === right.name &&
    left.region === right.region &&
    left.returnPath === right.returnPath &&
    left.openTracking === right.openTracking &&
    left.clickTracking === right.clickTracking &&
    left.trackingSubdomain === right.trackingSubdomain
  );
}
