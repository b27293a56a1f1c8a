import { withTimeout } from '../../../application/shared/timeout.js';

/**
 * What every append asks the client for. Its `deadline` goes to the server as a time of our clock, and a server whose
 * clock is ahead by more refuses every append: ten minutes. How long a caller waits is up to {@link withDeadline}.
 */
export const appendCall = { requiresLeader: true, deadline: 10 * 60_000 };

/** No answer within the time that we give. Whether the work was done is not known. */
export class DeadlineError extends Error {
  constructor(deadlineMs: number) {
    super(`no answer within ${deadlineMs} ms`);
  }
}

/** The work's own result, or {@link DeadlineError} once the time is over; what the work does later is not heard. */
export function withDeadline<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  return withTimeout(deadlineMs, work, () => new DeadlineError(deadlineMs));
}
