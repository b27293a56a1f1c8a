import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import type { Provenance } from '../shared/handle.js';

/** One mail on its way to recipients that are served together. */
export interface Attempt {
  readonly attemptId: string;
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
  /** ISO 8601: when it was first due. A mail that waited for weeks does not arrive weeks old. */
  readonly startsAt: string;
  readonly provenance: Provenance;
  /** Milliseconds since the epoch. */
  readonly begunAtMs: number;
}
