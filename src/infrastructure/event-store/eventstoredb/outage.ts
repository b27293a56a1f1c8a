import { setTimeout as delay } from 'node:timers/promises';
import { ErrorType, isCommandError } from '@eventstore/db-client';

/** One report a second at most while the log is away, and one when it is back. */
export interface OutageReport {
  readonly onAway: (reason: string) => void;
  /** `waited`: calls that met the outage, whether they came through or not. */
  readonly onBack: (outage: { readonly awayMs: number; readonly waited: number }) => void;
}

/** What all calls of one connection know of the log's absence. */
export interface Outage {
  /**
   * Does the work, and again while the log is away or elects its leader, for so long. Whatever is thrown last is the
   * error of the log.
   */
  retryWhileAway<Result>(patienceMs: number, work: () => Promise<Result>): Promise<Result>;
}

/** A refusal that names the leader is followed at once; whatever else is asked again after so long. */
const askAgainAfterMs = 50;
const reportEveryMs = 1_000;

export function createOutage({ onAway, onBack }: OutageReport): Outage {
  let current: { readonly sinceMs: number; reportedMs: number; waited: number } | undefined;

  function meet(error: unknown, isFirst: boolean): void {
    const nowMs = performance.now();
    current ??= { sinceMs: nowMs, reportedMs: Number.NEGATIVE_INFINITY, waited: 0 };
    if (isFirst) current.waited += 1;
    if (nowMs - current.reportedMs < reportEveryMs) return;
    current.reportedMs = nowMs;
    onAway(error instanceof Error ? error.message : String(error));
  }

  function over(): void {
    if (current === undefined) return;
    const { sinceMs, waited } = current;
    current = undefined;
    onBack({ awayMs: Math.round(performance.now() - sinceMs), waited });
  }

  return {
    async retryWhileAway(patienceMs, work) {
      const untilMs = performance.now() + patienceMs;
      for (let tries = 1; ; tries += 1) {
        try {
          const result = await work();
          over();
          return result;
        } catch (error) {
          if (!isAway(error)) throw error;
          meet(error, tries === 1);
          const pauseMs = isNotLeader(error) && tries === 1 ? 0 : askAgainAfterMs;
          if (performance.now() + pauseMs >= untilMs) throw error;
          await delay(pauseMs);
        }
      }
    },
  };
}

const grpcUnavailable = 14;
const awayTypes: readonly unknown[] = [
  ErrorType.UNAVAILABLE,
  ErrorType.NOT_LEADER,
  // How the server ends calls that it has no time for any more.
  ErrorType.CANCELLED,
  // A refusal that names no leader yet. A stream that is not there has a type of its own.
  ErrorType.NOT_FOUND,
];

/** No member took the call, or the one that did is not the leader: asked again, it may be answered in a moment. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isCommandError(error)) return awayTypes.includes(error.type);
  // Errors of calls that are no commands, and of the search for a leader.
  return 'code' in error && error.code === grpcUnavailable;
}

const isNotLeader = (error: unknown): boolean =>
  error instanceof Error && isCommandError(error) && error.type === ErrorType.NOT_LEADER;
