import type { DropWaiting, RetryNow } from './commands.js';
import type { EmailEvent, EmailRetried } from './events.js';
import type { AcceptedState, RecipientState } from './state.js';

/** Recipients that wait for another try are due now. A mail that waits for a time of its own goes on waiting. */
export function retryNow(command: RetryNow, state: AcceptedState): readonly EmailEvent[] {
  if (state.schedule === 'waiting') return [];
  const destinations: EmailRetried['data']['destinations'][number][] = [];
  for (const [destination, generation] of Object.entries(state.generations)) {
    if (!concerns(command, destination)) continue;
    const recipients = state.recipients.flatMap((recipient, number) =>
      recipient.destination === destination && mayBeRetried(recipient, command) ? [number] : [],
    );
    if (recipients.length > 0) destinations.push({ destination, generation: generation + 1, recipients });
  }
  if (destinations.length === 0) return [];
  const { retryClass } = state;
  return [{ type: 'EmailRetried', data: { destinations, retryClass, reason: command.reason } }];
}

/** Waiting recipients are given up. An attempt under way ends as it ends. */
export function dropWaiting(command: DropWaiting, state: AcceptedState): readonly EmailEvent[] {
  return state.recipients.flatMap((recipient, number): readonly EmailEvent[] => {
    const { destination } = recipient;
    if (recipient.status !== 'due' || !concerns(command, destination)) return [];
    const { why } = command;
    const data = {
      attemptId: null,
      recipient: number,
      destination,
      reason: 'dropped',
      reply: null,
      judgement: null,
      answeredBy: null,
      why,
    } as const;
    return [{ type: 'EmailFailed', data }];
  });
}

function concerns({ destinations }: RetryNow | DropWaiting, destination: string): boolean {
  return destinations === 'all' || destinations.includes(destination);
}

function mayBeRetried(recipient: RecipientState, { withUnknown, nowMs }: RetryNow): boolean {
  if (recipient.status === 'due') return Date.parse(recipient.dueAt) > nowMs;
  return withUnknown && recipient.status === 'failed' && recipient.reason === 'outcome-unknown';
}
