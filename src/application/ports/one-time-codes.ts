/** Codes by time, RFC 6238: six digits, a step of 30 s, as every authenticator app has them. */
export interface OneTimeCodes {
  /** 160 random bits, base32. */
  newSecret(): string;
  /** `otpauth://…`, which apps read as a QR code. */
  uri(secret: string, account: string): string;
  /**
   * The step of the code where it is right: of now, of the step before or of the next one. Steps up to `afterStep` are
   * never accepted, so a caller that keeps the last one accepts no code twice (RFC 6238 §5.2).
   */
  check(secret: string, code: string, afterStep: number | undefined): number | undefined;
}
