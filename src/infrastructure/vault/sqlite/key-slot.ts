import { wrappedKeyBytes } from '../key-wrap.js';

/** The row of a kid, and the place of its key there. */
export function slotOf(kid: string): { row: string; index: number } {
  const dot = kid.lastIndexOf('.');
  return { row: kid.slice(0, dot), index: Number(kid.slice(dot + 1)) };
}

/** A view of one wrapped key in a row's keys; undefined where the row has no such place. */
export function slotAt(keys: Uint8Array, index: number): Uint8Array | undefined {
  const start = index * wrappedKeyBytes;
  return index >= 0 && start < keys.length ? keys.subarray(start, start + wrappedKeyBytes) : undefined;
}

/** A destroyed key leaves zeros. */
export function isCleared(slot: Uint8Array): boolean {
  return slot.every((byte) => byte === 0);
}
