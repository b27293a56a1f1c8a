import type { RecordOutcomeUnknown } from './commands.js';
import type { EmailEvent, EmailFailed } from './events.js';
import { nextDueAt } from '../shared/retries/email-retries.js';
import type { AcceptedState } from './state.js';

/**
 * The attempt's recipients are sent to again: at once only where it is a recipient's first unknown and our own process
 * died, otherwise by the schedule. Too many unknowns are final.
 */
export function recordOutcomeUnknown(command: RecordOutcomeUnknown, state: AcceptedState): readonly EmailEvent[] {
  const { attemptId, recordedBy, policy } = command;
  const attempt = state.attempts[attemptId];
  if (attempt === undefined) return [];
  const claimed = attempt.recipients.filter((number) => {
    const recipient = state.recipients[number];
    return recipient?.status === 'claimed' && recipient.attemptId === attemptId;
  });
  if (claimed.length === 0) return [];
  const retries: { recipient: number; dueAt: string }[] = [];
  const failures: EmailFailed[] = [];
  for (const number of claimed) {
    const recipient = state.recipients[number];
    if (recipient === undefined) continue;
    const unknowns = recipient.unknowns + 1;
    const final = unknowns >= policy.maxUnknownOutcomes;
    const dueAtMs = final ? undefined : againAt(command, state, recipient.unknowns);
    if (dueAtMs === undefined) failures.push(failed(number, recipient.destination, attemptId));
    else retries.push({ recipient: number, dueAt: new Date(dueAtMs).toISOString() });
  }
  const replies = command.replies.filter(({ recipient }) => claimed.includes(recipient));
  const destinations = [...new Set(claimed.map((number) => state.recipients[number]?.destination ?? ''))];
  return [
    {
      type: 'DeliveryOutcomeUnknown',
      data: { attemptId, recipients: claimed, destinations, recordedBy, retries, replies },
    },
    ...failures,
  ];
}

function againAt(command: RecordOutcomeUnknown, state: AcceptedState, earlierUnknowns: number): number | undefined {
  const { nowMs, jitter, policy, recordedBy } = command;
  if (recordedBy === 'recovery' && earlierUnknowns === 0) return nowMs;
  const schedule = policy.schedules[state.retryClass];
  const startedAtMs = Date.parse(state.startsAt);
  const { statedDelayBoundsMs } = policy;
  return nextDueAt({ schedule, statedDelayBoundsMs, earlierTries: earlierUnknowns, startedAtMs, nowMs, jitter });
}

function failed(recipient: number, destination: string, attemptId: string): EmailFailed {
  const data = {
    attemptId,
    recipient,
    destination,
    reason: 'outcome-unknown',
    reply: null,
    judgement: null,
    why: null,
    answeredBy: null,
  } as const;
  return { type: 'EmailFailed', data };
}
