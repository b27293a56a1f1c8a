import { greaterShareByChance } from './fisher.js';
import type { GroupFigures } from './figures.js';

/** What may fall: the share that was delivered; what may rise: the shares that were deferred, or called spam. */
export const fallMeasures = ['delivered', 'deferred', 'complained'] as const;
export type FallMeasure = (typeof fallMeasures)[number];

/** So many recipients of so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** A change for the worse that chance does not explain. */
export interface Fall {
  readonly measure: FallMeasure;
  readonly now: Share;
  readonly before: Share;
}

/**
 * Each comparison reports a change that is none once in 10,000 times at most. Compared daily, for five groups and three
 * measures, that is 105 comparisons of a domain in a week: a false alarm in 95 weeks at most.
 */
const falseAlarmRate = 1e-4;
/** With fewer recipients nothing is said. */
const leastRecipients = { now: 50, before: 200 } as const;
/** A smaller change is no alarm, however sure it is. Shares. */
const leastChange: Readonly<Record<FallMeasure, number>> = { delivered: 0.03, deferred: 0.1, complained: 0.001 };

/** The changes for the worse between seven days and the four weeks before. */
export function fallsBetween(now: GroupFigures, before: GroupFigures): readonly Fall[] {
  return fallMeasures.flatMap((measure) => {
    const fall = { measure, now: shareOf(now, measure), before: shareOf(before, measure) };
    return isFall(fall) ? [fall] : [];
  });
}

function shareOf({ delivered, deferred, bounced, complained }: GroupFigures, measure: FallMeasure): Share {
  const settled = delivered + bounced;
  switch (measure) {
    case 'delivered':
      return { count: delivered, of: settled };
    case 'deferred':
      return { count: Math.min(deferred, settled), of: settled };
    case 'complained':
      return { count: complained, of: delivered };
  }
}

function isFall({ measure, now, before }: Fall): boolean {
  if (now.of < leastRecipients.now || before.of < leastRecipients.before) return false;
  // What was not delivered is compared, as what was deferred is: more of it is worse.
  const bad = (share: Share): Share =>
    measure === 'delivered' ? { count: share.of - share.count, of: share.of } : share;
  const [badNow, badBefore] = [bad(now), bad(before)];
  const change = badNow.count / badNow.of - badBefore.count / badBefore.of;
  return change >= leastChange[measure] && greaterShareByChance(badNow, badBefore) < falseAlarmRate;
}

const leastReported = { now: 100, before: 400 } as const;
/**
 * What one server sends passes or fails together, so that chance explains more than the test knows: a smaller change is
 * no alarm.
 */
const leastPassChange = 0.05;

/** Compares the messages in the name of a domain that passed DMARC; undefined where their share did not fall. */
export function passFall(now: Share, before: Share): { readonly now: Share; readonly before: Share } | undefined {
  if (now.of < leastReported.now || before.of < leastReported.before) return undefined;
  const failed = ({ count, of }: Share): Share => ({ count: of - count, of });
  const change = before.count / before.of - now.count / now.of;
  const isFall = change >= leastPassChange && greaterShareByChance(failed(now), failed(before)) < falseAlarmRate;
  return isFall ? { now, before } : undefined;
}
