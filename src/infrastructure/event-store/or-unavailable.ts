import { EventLogUnavailable } from '../../application/ports/event-store.js';

/** A read; what it fails with becomes the port's one error, so that every edge can tell it from a fault of ours. */
export async function orUnavailable<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    // What was asked makes no sense: a fault of ours.
    if (cause instanceof RangeError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new EventLogUnavailable(`the event log cannot be read: ${why}`, { cause });
  }
}
