/** How tracked links and what comes in by them are sealed. Keys are 32 random bytes. */
export interface TrackingSealer {
  /** For a link at this host: the same text for the same bytes, of letters, digits, `-` and `_`. */
  seal(teamKey: Buffer, host: string, plain: Buffer): string;
  /** @returns undefined where the text was not sealed by this key for this host, or was changed. */
  open(teamKey: Buffer, host: string, token: string): Buffer | undefined;
  /** A key of 16 bytes that follows from a mail's or a recipient's data key, and goes with it. */
  hitKey(dataKey: Buffer): Buffer;
  /** Another text each time. */
  sealHit(hitKey: Buffer, plain: string): string;
  /** @returns undefined where it was not sealed by this key. */
  openHit(hitKey: Buffer, sealed: string): string | undefined;
}
