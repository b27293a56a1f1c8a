/** How far a read model is that has much of the log before it. */
export interface RebuildStep {
  readonly state: 'begun' | 'running' | 'ended';
  /** `name@version` */
  readonly projection: string;
  /** It had documents already, and goes on behind them. */
  readonly resumed: boolean;
  /** Considered so far. */
  readonly events: number;
  readonly tookMs: number;
}

const tellEveryMs = 60_000;

/** Takes each page, and answers false once the end of the log was reached: then there is nothing more to watch. */
export type RebuildWatch = (events: number, atEnd: boolean) => boolean;

/** Tells when a rebuild begins, every minute, and when it ends. Says nothing where one page was enough. */
export function watchRebuild(
  of: Pick<RebuildStep, 'projection' | 'resumed'>,
  tell: (step: RebuildStep) => void,
  nowMs: () => number = () => performance.now(),
): RebuildWatch {
  const beganMs = nowMs();
  let toldMs: number | undefined;
  let considered = 0;
  const step = (state: RebuildStep['state']): void => {
    toldMs = nowMs();
    tell({ state, ...of, events: considered, tookMs: Math.round(toldMs - beganMs) });
  };
  return (events, atEnd) => {
    considered += events;
    if (atEnd) {
      if (toldMs !== undefined) step('ended');
      return false;
    }
    if (toldMs === undefined) step('begun');
    else if (nowMs() - toldMs >= tellEveryMs) step('running');
    return true;
  };
}

/** The line of the log for it. */
export function rebuildInWords({ state, resumed, ...fields }: RebuildStep): {
  readonly fields: Readonly<Record<string, string | number>>;
  readonly message: string;
} {
  const begun = resumed
    ? 'a read model is behind the log and catches up: lists are incomplete until then'
    : 'a read model is built from the log, because it is new in this version or its documents are gone: lists are incomplete until then';
  const message = { begun, running: 'a read model is still being built', ended: 'a read model has caught up' }[state];
  return { fields, message };
}
