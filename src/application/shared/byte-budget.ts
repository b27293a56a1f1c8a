/** Bytes that the requests of a process may hold in memory at once. */
export interface ByteBudget {
  /** False where so many are not left, or not for this owner (a team); then nothing was taken. */
  take(bytes: number, owner?: string): boolean;
  release(bytes: number, owner?: string): void;
}

/** Share of the whole that one owner may hold: it cannot refuse the others theirs. */
const ownersShare = 0.5;

/** `largestBytes`: one owner may hold so much whatever its share is, or its largest request would never be taken. */
export function createByteBudget(limitBytes: number, largestBytes = 0): ByteBudget {
  const ownersLimit = Math.max(limitBytes * ownersShare, largestBytes);
  let taken = 0;
  const takenBy = new Map<string, number>();
  return {
    take(bytes, owner) {
      if (taken + bytes > limitBytes) return false;
      if (owner !== undefined) {
        const own = (takenBy.get(owner) ?? 0) + bytes;
        if (own > ownersLimit) return false;
        takenBy.set(owner, own);
      }
      taken += bytes;
      return true;
    },
    release(bytes, owner) {
      taken -= bytes;
      if (owner === undefined) return;
      const own = (takenBy.get(owner) ?? 0) - bytes;
      if (own > 0) takenBy.set(owner, own);
      else takenBy.delete(owner);
    },
  };
}
