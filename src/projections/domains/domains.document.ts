import type { DkimKeyPlace } from '../../domain/sending-domain/dkim-keys.js';
import type { DomainOrigin, DomainSettings } from '../../domain/sending-domain/events.js';
import type { DomainStatus, Verification } from '../../domain/sending-domain/verification.js';

/** Sandbox domains are listed for every team. */
export const sharedScope = 'shared';

interface DomainDkimKey extends DkimKeyPlace {
  /** base64: the `p=` of the DNS record. */
  readonly publicKey: string;
}

/**
 * What the checks have to do: `awaited`: at once. `pending`: again and again. `standing`: now and then. `idle`: nothing
 * until a check is requested.
 */
export type Checking = 'awaited' | 'pending' | 'standing' | 'idle';

/** A domain that mail is sent from. */
export interface DomainDocument extends DomainSettings {
  readonly id: string;
  readonly teamId: string | null;
  /** Who lists it: its team's id, or {@link sharedScope}. */
  readonly scope: string;
  readonly name: string;
  readonly region: string;
  readonly origin: DomainOrigin;
  readonly returnPath: string;
  readonly status: DomainStatus;
  readonly verification: Verification;
  readonly checking: Checking;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Earlier tracking subdomains, the latest first: links in mail of that time still lead there. */
  readonly formerTrackingSubdomains: readonly string[];
  readonly dkim: readonly DomainDkimKey[];
}
