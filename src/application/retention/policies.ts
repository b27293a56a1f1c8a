import type { LogPorts } from '../shared/handle.js';
import type { DeclaredProcessManager } from '../shared/run-process-manager.js';
import type { ListedEmailsPorts } from '../submission/seal-submission.js';
import type { RetentionPolicy } from './aged-streams.js';
import { mailJudge, type RetentionGates } from './judge-mail.js';
import { receivedJudge, softJudge } from './judge-received.js';
import { submissionJudge } from './judge-submission.js';

type Followed = Pick<RetentionPolicy, 'name' | 'category'> & DeclaredProcessManager;

const dayMs = 86_400_000;
/** How long what was accepted under an idempotency key, or as a batch, stays known as one request. */
export const submissionsKeptMs = 3 * dayMs;

/** RFC 5321 §4.5.4.1: servers send a message again for four to five days. */
const receiptsKeptMs = 6 * dayMs;

const ofMail = ({ retentionDays }: { readonly retentionDays: number | null }) =>
  retentionDays === null ? null : retentionDays * dayMs;

export const mailPolicy = {
  name: 'mail-retention',
  category: 'email',
  filter: { categories: ['email'] },
  afterMs: ofMail,
} satisfies Followed;
export const receivedPolicy = {
  name: 'received-retention',
  category: 'received',
  filter: { categories: ['received'] },
  afterMs: ofMail,
} satisfies Followed;
export const receiptPolicy = {
  name: 'receipt-retention',
  category: 'receipt',
  filter: { categories: ['receipt'] },
  afterMs: () => receiptsKeptMs,
} satisfies Followed;
export const reportPolicy = {
  name: 'report-retention',
  category: 'domainreport',
  filter: { categories: ['domainreport'] },
  afterMs: ofMail,
} satisfies Followed;
export const submissionPolicy = {
  name: 'submission-retention',
  category: 'submission',
  filter: { categories: ['submission'] },
  afterMs: () => submissionsKeptMs,
} satisfies Followed;

/** Mails go for ever, so long after their last word. */
export function mailRetention(ports: LogPorts, gates: RetentionGates, afterMs: number): RetentionPolicy {
  const newRound = async () => mailJudge(ports, gates, ports.clock.settledNow() - afterMs);
  return { ...mailPolicy, afterMs, newRound };
}

/** Submissions go softly, so long after their last event: the key can be used again. */
export function submissionRetention(
  ports: LogPorts & ListedEmailsPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  afterMs: number,
): RetentionPolicy {
  const newRound = async () => submissionJudge(ports, gates, ports.clock.settledNow() - afterMs);
  return { ...submissionPolicy, afterMs, newRound };
}

/** Received emails go for ever, so long after they came. */
export function receivedRetention(
  ports: LogPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  afterMs: number,
): RetentionPolicy {
  const newRound = async () => receivedJudge(ports, gates, ports.clock.settledNow() - afterMs);
  return { ...receivedPolicy, afterMs, newRound };
}

/** Reports about domains go with the emails that they are about. */
export function reportRetention(
  ports: LogPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  afterMs: number,
): RetentionPolicy {
  const newRound = async () => softJudge(ports, gates, ports.clock.settledNow() - afterMs);
  return { ...reportPolicy, afterMs, newRound };
}

/** A message that comes again is known as long as a server may send it again. */
export function receiptRetention(ports: LogPorts, gates: Pick<RetentionGates, 'sealedThrough'>): RetentionPolicy {
  const newRound = async () => softJudge(ports, gates, ports.clock.settledNow() - receiptsKeptMs);
  return { ...receiptPolicy, afterMs: receiptsKeptMs, newRound };
}
