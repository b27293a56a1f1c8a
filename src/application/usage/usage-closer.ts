import { streamName } from '../../domain/shared/stream-name.js';
import { dayAt } from '../../domain/shared/utc-calendar.js';
import { usage as decider } from '../../domain/usage/usage.js';
import { type UsageDocument, usageProjection } from '../../projections/usage/usage.projection.js';
import { every } from '../shared/every.js';
import { handle, type LogPorts } from '../shared/handle.js';
import { documentsOf, usageCaughtUp, type UsagePorts } from './usage-figures.js';
import { eachInTurn } from '../shared/run-process-manager.js';

export type UsageCloserPorts = UsagePorts & LogPorts;

const roundEveryMs = 60_000;
/** A day and an hour: requests of a day's last moment, and other machines' clocks, are long past. */
const closableAfterMs = 25 * 3_600_000;
const catchUpPatienceMs = 5_000;
const pageRows = 500;

/** Closes each team's days once they are over, a round at the start and then one a minute, until the signal aborts. */
export function runUsageCloser(
  ports: UsageCloserPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  return every(roundEveryMs, signal, () => closeUsage(ports), onFailure);
}

/**
 * One round. What it did before, or another process did, it finds done; while the projection lags it leaves everything
 * open.
 */
export async function closeUsage(ports: UsageCloserPorts): Promise<void> {
  if (!(await usageCaughtUp(ports, catchUpPatienceMs))) return;
  const lastDay = dayAt(ports.clock.settledNow() - closableAfterMs);
  let last: UsageDocument | undefined;
  do {
    const page = documentsOf(
      await ports.readStore.list(usageProjection, {
        equals: { closed: 0 },
        orderBy: 'day',
        direction: 'asc',
        until: lastDay,
        limit: pageRows,
        ...(last === undefined ? {} : { after: { value: last.day, id: last.id } }),
      }),
    );
    await eachInTurn(page, (document) => close(ports, document));
    last = page.at(-1);
  } while (last !== undefined);
}

async function close(ports: UsageCloserPorts, { teamId, day, recipients }: UsageDocument): Promise<void> {
  const actor = { kind: 'system', id: 'usage-closer' } as const;
  const provenance = { context: { teamId, actor, correlationId: ports.ids.next() }, region: null };
  // A log that cannot be written leaves the day open: the next round tries again.
  await handle(
    ports,
    decider,
    streamName('usage', teamId),
    { type: 'CloseUsage', teamId, day, recipients },
    provenance,
  );
}
