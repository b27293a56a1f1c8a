export type EngineName = 'eventstoredb' | 'mongodb' | 'redis';

/** Hears of each call that an adapter makes, by the engine's own name for it. */
export type OnCall = (call: string) => void;

/**
 * How often this process has asked each shared engine for what, since it started. A round trip each, but for messages
 * of subscriptions.
 */
export class EngineCalls {
  private readonly counts = new Map<EngineName, Map<string, number>>();

  /** For the adapter of one engine. */
  of(engine: EngineName): OnCall {
    const counts = new Map<string, number>();
    this.counts.set(engine, counts);
    return (call) => void counts.set(call, (counts.get(call) ?? 0) + 1);
  }

  *entries(): Iterable<{ readonly engine: EngineName; readonly call: string; readonly times: number }> {
    for (const [engine, counts] of this.counts) for (const [call, times] of counts) yield { engine, call, times };
  }
}
