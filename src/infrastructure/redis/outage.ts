import type { RedisTimings } from './redis-connection.js';

export interface OutageReport {
  /** Once for each outage that lasts. */
  readonly onOutage: (reason: string) => void;
  /** Once for each outage that was reported. */
  readonly onRecovery: (outageMs: number) => void;
}

/** Whether Redis is there: an outage begins with the first failure and ends when a probe succeeds. */
export interface Outage {
  isOver(): boolean;
  begin(reason: string): void;
  /** Begins with a connection that was silent for too long already. */
  hush(reason: string): void;
  /**
   * A command that may have gone over one of those that wait out an outage had no answer: they are made again once it
   * is over.
   */
  doubtPatients(): void;
  /** Something has changed: probes at once. */
  probe(): void;
  /** When this outage is over; at once where there is none. */
  end(): Promise<void>;
  stop(): void;
}

export interface OutageRemedies {
  probeOnce(): Promise<unknown>;
  /** Whether anything has come since this was asked last. */
  hasHeard(): boolean;
  replaceConnections(): void;
  /** Those that wait out an outage, once it is over: they may have been made while the network still swallowed. */
  replacePatients(): void;
}

/** Begins as an outage that is not reported yet: there is no connection. */
export function createOutage(
  report: OutageReport,
  { probeEveryMs, reportAfterMs, silenceMs }: RedisTimings,
  { probeOnce, hasHeard, replaceConnections, replacePatients }: OutageRemedies,
): Outage {
  let current: { readonly since: number; reason: string; isReported: boolean; wasSilent: boolean } | undefined;
  let reporting: NodeJS.Timeout | undefined;
  let nextProbe: NodeJS.Timeout | undefined;
  let replacing: NodeJS.Timeout | undefined;
  let probing = false;
  let stopped = false;
  let waiters: (() => void)[] = [];

  function begin(reason: string): void {
    if (stopped) return;
    if (current !== undefined) {
      current.reason = reason;
      return;
    }
    current = { since: performance.now(), reason, isReported: false, wasSilent: false };
    reporting = setTimeout(() => {
      if (current === undefined) return;
      current.isReported = true;
      report.onOutage(current.reason);
    }, reportAfterMs);
    nextProbe = setTimeout(probe, probeEveryMs);
    hasHeard();
    replacing = setInterval(replaceIfSilent, silenceMs);
  }

  /** A server that is slow is left its connections: new ones would have it do more. */
  function replaceIfSilent(): void {
    if (current !== undefined && !hasHeard()) replaceSilent(current);
  }

  function replaceSilent(outage: { wasSilent: boolean }): void {
    outage.wasSilent = true;
    replaceConnections();
  }

  function hush(reason: string): void {
    begin(reason);
    if (current !== undefined) replaceSilent(current);
  }

  function clearTimers(): void {
    clearTimeout(reporting);
    clearTimeout(nextProbe);
    clearInterval(replacing);
  }

  function probe(): void {
    if (probing || current === undefined || stopped) return;
    probing = true;
    clearTimeout(nextProbe);
    probeOnce()
      .then(over, (error: unknown) => begin(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        probing = false;
        if (current !== undefined && !stopped) nextProbe = setTimeout(probe, probeEveryMs);
      });
  }

  function over(): void {
    const ended = current;
    current = undefined;
    clearTimers();
    if (ended?.wasSilent === true) replacePatients();
    if (ended?.isReported === true) report.onRecovery(Math.round(performance.now() - ended.since));
    for (const waiter of waiters) waiter();
    waiters = [];
  }

  begin('not connected yet');
  return {
    isOver: () => current === undefined,
    begin,
    hush,
    doubtPatients() {
      if (current !== undefined) current.wasSilent = true;
    },
    probe,
    end: () => (current === undefined ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    stop() {
      stopped = true;
      clearTimers();
    },
  };
}
