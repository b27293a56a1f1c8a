import type { Decider } from '../shared/decider.js';
import type { LogVerificationEvent, LogVerified } from './events.js';

export interface RecordVerification {
  readonly type: 'RecordVerification';
  readonly verification: LogVerified['data'];
}

/**
 * When the log was verified, and what came of it: each time is a fact of its own. The state is the last; null: never.
 */
export const logVerification: Decider<RecordVerification, LogVerified['data'] | null, LogVerificationEvent, never> = {
  initial: null,
  decide: ({ verification }) => [{ type: 'LogVerified', data: verification }],
  evolve: (_before, { data }) => data,
};
