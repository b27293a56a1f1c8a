/** What is used of it; the package has no types for this file. */
declare module 'mailauth/lib/dkim/body/relaxed.js' {
  export class RelaxedHash {
    constructor(algorithm: 'sha256');
    update(chunk: Buffer): void;
    digest(encoding: 'base64'): string;
  }
}
