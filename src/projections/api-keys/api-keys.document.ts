import type { Permission } from '../../domain/api-key/events.js';

/** An API key that is in force. */
export interface ApiKeyDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly permission: Permission;
  /** The one domain that a sending key is restricted to. */
  readonly domainId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601, to the day; null while it was never used. */
  readonly lastUsedAt: string | null;
}
