/** Bytes that the requests of a process may hold in memory at once. */
export interface ByteBudget {
  /** False where so many are not left; then nothing was taken. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

export function createByteBudget(limitBytes: number): ByteBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > limitBytes) return false;
      taken += bytes;
      return true;
    },
    release(bytes) {
      taken -= bytes;
    },
  };
}
