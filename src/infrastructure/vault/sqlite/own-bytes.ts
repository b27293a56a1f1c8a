/** Bytes in memory of their own: what is posted to a thread takes its whole pool along otherwise. */
export function ownBytes(bytes: Buffer): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
}
