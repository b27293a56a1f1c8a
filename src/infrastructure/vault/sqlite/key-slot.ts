import { wrappedKeyBytes } from '../key-wrap.js';

/** A view of one wrapped key in a row's keys; undefined where the row has no such place. */
export function slotAt(keys: Uint8Array, index: number): Uint8Array | undefined {
  const start = index * wrappedKeyBytes;
  return index >= 0 && start < keys.length ? keys.subarray(start, start + wrappedKeyBytes) : undefined;
}

/** A destroyed key leaves zeros. */
export function isCleared(slot: Uint8Array): boolean {
  return slot.every((byte) => byte === 0);
}
