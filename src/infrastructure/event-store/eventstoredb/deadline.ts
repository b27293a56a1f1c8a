/**
 * What every append asks the client for. Its `deadline` goes to the server as a time of our clock, and a server whose
 * clock is ahead by more refuses every append: ten minutes. How long a caller waits is up to {@link within}.
 */
export const appendCall = { requiresLeader: true, deadline: 10 * 60_000 };

/** No answer within the time that we give. Whether the work was done is not known. */
export class DeadlineError extends Error {
  constructor(deadlineMs: number) {
    super(`no answer within ${deadlineMs} ms`);
  }
}

/** The work's own result, or {@link DeadlineError} once the time is over; what the work does later is not heard. */
export async function within<Result>(deadlineMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([work, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
