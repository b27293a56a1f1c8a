import { day as decider } from '../../domain/day/day.js';
import type { QuarterFigures } from '../../domain/day/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { dayOf, endOfDayMs, quarterNumberAt, startOfDayMs } from '../../domain/shared/utc-calendar.js';
import { type DayMetrics, dayKey, type MailMetrics } from '../../projections/metrics/metrics.document.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import type { ReadStore } from '../ports/read-store.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { handle, load, type LogPorts } from '../shared/handle.js';
import { emptyTally, figuresOfMail } from '../../projections/metrics/mail-tally.js';
import { add, figuresBetween, isEmpty, quarterOfTally, tallyOfQuarter } from './figures.js';
import { mailPages } from './metrics-documents.js';

export type CloseDayPorts = LogPorts & {
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'get' | 'list'>;
  readonly whenProcessed: WhenProcessed;
};

/** A mail that is to go, as its stream ends. */
export interface EndedMail {
  readonly teamId: string;
  readonly emailId: string;
  readonly lastPosition: Position;
}

interface DayPlace {
  readonly teamId: string;
  readonly day: string;
  readonly domainId: string;
}

const mostRemembered = 1_000;

/**
 * Whether closed figures hold everything that became of the mail, so that it may go without changing an answer. Closes
 * its day for that, with every mail that is settled by now: so a day is closed when the first of its mails is to go,
 * and once more for those that took longer. False: the projection lags, or another process has just closed the day; ask
 * again later. Throws where the log cannot be written.
 */
export function createDayCloser(ports: CloseDayPorts): (mail: EndedMail) => Promise<boolean> {
  /** How far days are closed: the projection follows a moment later. */
  const closed = new Map<string, Position>();

  return async ({ teamId, emailId, lastPosition }) => {
    if (!(await ports.whenProcessed(metricsProjection.name, lastPosition, 0))) return false;
    // The projection writes mails under their ids.
    const mail = (await ports.readStore.get(metricsProjection, emailId)) as MailMetrics | undefined;
    // A mail without a document, or one that was canceled before it was tried, adds nothing to any figure.
    if (mail === undefined || isEmpty(figuresOfMail(mail))) return true;
    const place = { teamId, day: dayOf(mail.at), domainId: mail.domainId };
    const key = dayKey(place);
    if ((closed.get(key) ?? '') >= lastPosition) return true;
    const through = await closeDay(ports, place, lastPosition);
    if (through === undefined) return false;
    if (closed.size >= mostRemembered) closed.clear();
    closed.set(key, through);
    return through >= lastPosition;
  };
}

/** Makes sure that the day's closed figures go to `needed`, which the projection has processed; undefined: not now. */
async function closeDay(ports: CloseDayPorts, place: DayPlace, needed: Position): Promise<Position | undefined> {
  const { teamId, day, domainId } = place;
  // In this order: all that lies before it is in the documents that are read next.
  const checkpoint = await ports.readStore.checkpoint(metricsProjection);
  const through = checkpoint !== undefined && checkpoint > needed ? checkpoint : needed;
  const basis = (await ports.readStore.get(metricsProjection, dayKey(place))) as DayMetrics | undefined;
  if (basis !== undefined && basis.through >= needed) return basis.through;
  const stream = streamName('day', `${teamId}-${day}`);
  const loaded = await load(ports, decider, stream);
  if (loaded.state[domainId] !== basis?.through) return undefined;
  const quarters = await quartersOf(ports, place, basis, through);
  const command = {
    type: 'CloseDay',
    figures: { teamId, day, domainId, through, quarters },
    basis: basis?.through ?? null,
  } as const;
  const actor = { kind: 'system', id: 'retention' } as const;
  const provenance = { context: { teamId, actor, correlationId: ports.ids.next() }, region: null };
  const handled = await handle(ports, decider, stream, command, provenance, { loaded });
  if (!('refused' in handled)) return through;
  if (handled.refused === 'figures-moved') return undefined;
  throw new Error(`the figures of ${day} could not be written to ${stream}`);
}

/** The closed figures, and what was settled or changed since. */
async function quartersOf(
  ports: CloseDayPorts,
  { teamId, day, domainId }: DayPlace,
  basis: DayMetrics | undefined,
  through: Position,
): Promise<readonly QuarterFigures[]> {
  const tallies = new Map(basis?.quarters.map((figures) => [figures.quarter, tallyOfQuarter(figures)]));
  const range = { teamId, domainId, fromMs: startOfDayMs(day), untilMs: endOfDayMs(day) };
  for await (const page of mailPages(ports, range)) {
    for (const mail of page) {
      const quarter = quarterNumberAt(Date.parse(mail.at));
      const tally = tallies.get(quarter) ?? emptyTally();
      tallies.set(quarter, tally);
      add(tally, figuresBetween(mail, basis?.through, through));
    }
  }
  const counted = [...tallies].filter(([, tally]) => !isEmpty(tally));
  return counted.sort(([left], [right]) => left - right).map(([quarter, tally]) => quarterOfTally(quarter, tally));
}
