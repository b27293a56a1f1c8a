import { emptyTally, type Tally } from '../../projections/metrics/mail-tally.js';
import { add, isEmpty } from './figures.js';
import type { MetricsRequest } from './metrics-request.js';
import { periodAt } from './periods.js';

/** What a row is about, as far as the request's dimensions separate rows. */
export interface Group {
  readonly startMs: number | undefined;
  readonly domainId: string | undefined;
  readonly emailId: string | undefined;
  readonly broadcastId: string | undefined;
  readonly tally: Tally;
}

interface Place {
  readonly atMs: number;
  readonly domainId: string;
  readonly emailId: string | undefined;
  readonly broadcastId?: string | undefined;
}

export interface Groups {
  readonly size: number;
  add(place: Place, figures: Tally): void;
  /**
   * By period and domain, whatever was added first. Empty ones are left out, unless rows are by period alone: then each
   * period has its row.
   */
  inOrder(): readonly Group[];
}

const nowhere = { domainId: undefined, emailId: undefined, broadcastId: undefined };

/** `starts`: when the periods begin, where the request asks for them. */
export function createGroups({ dimensions }: MetricsRequest, starts: readonly number[]): Groups {
  const alone = dimensions.every((dimension) => dimension === 'period');
  const empty = alone ? starts.map((startMs) => ({ ...nowhere, startMs, tally: emptyTally() })) : [];
  const groups = new Map<string, Group>(empty.map((group) => [keyOf(group), group]));
  return {
    get size() {
      return groups.size;
    },
    add({ atMs, domainId, emailId, broadcastId }, figures) {
      const place = {
        startMs: dimensions.includes('period') ? periodAt(starts, atMs) : undefined,
        domainId: dimensions.includes('domain') ? domainId : undefined,
        emailId: dimensions.includes('email') ? emailId : undefined,
        broadcastId: dimensions.includes('broadcast') ? broadcastId : undefined,
      };
      const key = keyOf(place);
      const group = groups.get(key) ?? { ...place, tally: emptyTally() };
      groups.set(key, group);
      add(group.tally, figures);
    },
    inOrder() {
      const shown = [...groups.values()].filter(({ tally }) => alone || !isEmpty(tally));
      return shown.sort((left, right) => (left.startMs ?? 0) - (right.startMs ?? 0) || compareDomains(left, right));
    },
  };
}

function compareDomains({ domainId: left = '' }: Group, { domainId: right = '' }: Group): number {
  return left < right ? -1 : Number(left > right);
}

function keyOf({ startMs, domainId, emailId, broadcastId }: Omit<Group, 'tally'>): string {
  return `${startMs ?? ''}:${domainId ?? ''}:${emailId ?? ''}:${broadcastId ?? ''}`;
}
