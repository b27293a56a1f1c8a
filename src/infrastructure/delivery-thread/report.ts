import type { DeliveryOutcome } from '../../application/delivery/delivery-ports.js';
import type { AppendResult } from '../../application/ports/event-store.js';
import type { Counted, DeliveryNotice, LogLine } from './messages.js';

/** What the thread counts goes out together this often: a message for each mail would cost as much as a part of it. */
const countedEveryMs = 100;

/** The thread's side of what metrics and log are told. */
export interface DeliveryReport {
  attempt(outcome: DeliveryOutcome): void;
  append(result: AppendResult['result']): void;
  log(line: Omit<LogLine, 'kind'>): void;
  /** Sends what was counted and not yet sent. */
  flush(): void;
}

export function createDeliveryReport(post: (notice: DeliveryNotice) => void): DeliveryReport {
  let attempts = new Map<DeliveryOutcome, number>();
  let appends = new Map<AppendResult['result'], number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    if (timer !== undefined) post({ kind: 'counted', attempts, appends } satisfies Counted);
    timer = undefined;
    attempts = new Map();
    appends = new Map();
  };
  const count = <Name>(counts: Map<Name, number>, name: Name): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    timer ??= setTimeout(flush, countedEveryMs);
  };

  return {
    attempt: (outcome) => count(attempts, outcome),
    append: (result) => count(appends, result),
    log: (line) => post({ kind: 'log', ...line }),
    flush,
  };
}
