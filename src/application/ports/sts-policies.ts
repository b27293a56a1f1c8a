import type { StsPolicy } from '../../domain/shared/mta-sts.js';

/** Fetches what a domain publishes at `https://mta-sts.<domain>/.well-known/mta-sts.txt` (RFC 8461 §3.3). */
export interface StsPolicySource {
  /** The file's text. Never rejects. */
  fetch(domain: string): Promise<{ readonly text: string } | { readonly failed: StsFetchFailure }>;
}

/** As RFC 8460 §4.3.2.1 names it. */
type StsFetchFailure = 'sts-policy-fetch-error' | 'sts-webpki-invalid';

/** Why a domain that announces a policy has none. */
export type StsFailure = StsFetchFailure | 'sts-policy-invalid';

/** A policy as it was fetched. */
export interface KeptStsPolicy {
  readonly domain: string;
  /** What the TXT record that led to it has as its id. */
  readonly id: string;
  readonly policy: StsPolicy;
  /** Milliseconds since the epoch. */
  readonly fetchedAtMs: number;
}

/** Where policies outlive the process: without it, an attacker who blocks the fetch after a restart strips the TLS. */
export interface StsPolicyMemory {
  /** What was kept last; empty where it cannot be read. */
  read(): Promise<readonly KeptStsPolicy[]>;
  /** Replaces all of it. */
  write(policies: readonly KeptStsPolicy[]): Promise<void>;
}
