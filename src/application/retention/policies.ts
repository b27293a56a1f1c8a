import type { LogPorts } from '../shared/handle.js';
import type { DeclaredProcessManager } from '../shared/run-process-manager.js';
import type { ListedEmailsPorts } from '../submission/seal-submission.js';
import type { RetentionPolicy } from './aged-streams.js';
import { mailJudge, type RetentionGates } from './judge-mail.js';
import { submissionJudge } from './judge-submission.js';

type Followed = Pick<RetentionPolicy, 'name' | 'category'> & DeclaredProcessManager;

const dayMs = 86_400_000;
/** How long what was accepted under an idempotency key, or as a batch, stays known as one request. */
export const submissionsKeptMs = 3 * dayMs;

export const mailPolicy = {
  name: 'mail-retention',
  category: 'email',
  filter: { categories: ['email'] },
  afterMs: ({ retentionDays }: { readonly retentionDays: number | null }) =>
    retentionDays === null ? null : retentionDays * dayMs,
} satisfies Followed;
export const submissionPolicy = {
  name: 'submission-retention',
  category: 'submission',
  filter: { categories: ['submission'] },
  afterMs: () => submissionsKeptMs,
} satisfies Followed;

/** Mails go for ever, so long after their last word. */
export function mailRetention(ports: LogPorts, gates: RetentionGates, afterMs: number): RetentionPolicy {
  const newRound = async () => mailJudge(ports, gates, ports.clock.now() - afterMs);
  return { ...mailPolicy, afterMs, newRound };
}

/** Submissions go softly, so long after their last event: the key can be used again. */
export function submissionRetention(
  ports: LogPorts & ListedEmailsPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  afterMs: number,
): RetentionPolicy {
  const newRound = async () => submissionJudge(ports, gates, ports.clock.now() - afterMs);
  return { ...submissionPolicy, afterMs, newRound };
}
