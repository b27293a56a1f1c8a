import type { StreamName } from '../../domain/shared/stream-name.js';

/** One answered request as lists show it. Its bodies stay in the log: `stream` and `revision` say where. */
export interface LogDocument {
  /** The request's UUIDv7: the order of ids is the order of time. */
  readonly id: string;
  readonly teamId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly apiKeyId: string;
  readonly method: string;
  readonly endpoint: string;
  readonly status: number;
  /** The first digit of the status. */
  readonly statusClass: number;
  readonly durationMs: number;
  readonly userAgent: string | null;
  readonly stream: StreamName;
  readonly revision: number;
}
