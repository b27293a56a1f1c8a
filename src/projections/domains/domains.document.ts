import type { DomainOrigin } from '../../domain/sending-domain/events.js';

/** Sandbox domains are listed for every team. */
export const sharedScope = 'shared';

export interface DomainDkimKey {
  readonly selector: string;
  readonly algorithm: 'rsa-sha256';
  /** base64 of the DER SubjectPublicKeyInfo: the `p=` of the DNS record. */
  readonly publicKey: string;
}

/** A domain that mail is sent from. */
export interface DomainDocument {
  readonly id: string;
  readonly teamId: string | null;
  /** Who lists it: its team's id, or {@link sharedScope}. */
  readonly scope: string;
  readonly name: string;
  readonly region: string;
  readonly origin: DomainOrigin;
  readonly status: 'not_started' | 'verified';
  /** ISO 8601. */
  readonly createdAt: string;
  readonly dkim: readonly DomainDkimKey[];
}
