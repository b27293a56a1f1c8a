import type { SuppressionOrigin, SuppressionScope } from '../../domain/suppression/events.js';

/** An address that a team sends nothing to. */
export interface SuppressionDocument {
  readonly id: string;
  readonly teamId: string;
  readonly email: string;
  readonly origin: SuppressionOrigin;
  /** The mail that it followed from; null where the team added it itself. */
  readonly sourceId: string | null;
  readonly scope: SuppressionScope;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null: for good. */
  readonly expiresAt: string | null;
}
