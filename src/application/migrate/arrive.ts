import { day } from '../../domain/day/day.js';
import type { DayClosed, DayEvent } from '../../domain/day/events.js';
import { installation } from '../../domain/installation/installation.js';
import type { ProcessManagerEvent } from '../../domain/process-manager/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, installationStream, type StreamName } from '../../domain/shared/stream-name.js';
import { heldWorkOf } from '../installation/held-work.js';
import { type Arrival, isCopied, lastArrival } from '../shared/arrival.js';
import { appendProgress, lastProgress } from '../shared/progress.js';
import { sealedThrough } from '../seal/last-seal.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { compareLogs, createTranslation } from './compare-logs.js';
import { MigrationRefused } from './live-events.js';
import { positionsOf, translateWebhooks, webhookReportsIn } from './webhook-places.js';

/** Everything in a log by which something goes on that is named by its position. */
interface Places {
  readonly sealed: Position | undefined;
  readonly restoredAt: Position | null;
  /** By name, how far each has come. */
  readonly processManagers: ReadonlyMap<string, Position>;
  /** The closed figures that stand, by stream and domain. */
  readonly days: ReadonlyMap<string, { readonly stream: StreamName; readonly figures: DayClosed['data'] }>;
}

const pageSize = 1_000;

/**
 * Says in the target, whole as it is, that the log was copied from elsewhere up to there, and repeats in the target's
 * own positions what is gone on with by position: the end of the last seal, process managers, closed figures, readers
 * of webhooks. Compares both logs once more for it. Repeatable. Throws {@link MigrationRefused} where something is
 * missing.
 */
export async function arrive(
  source: LogPorts,
  target: LogPorts,
  migrationId: string,
  provenance: Provenance,
): Promise<{ readonly events: number }> {
  const places = await placesIn(source);
  const webhooks = await webhookReportsIn(source);
  const translation = createTranslation([
    ...(places.sealed === undefined ? [] : [places.sealed]),
    ...places.processManagers.values(),
    ...[...places.days.values()].map(({ figures }) => figures.through),
    ...positionsOf(webhooks),
  ]);
  const { events, isWhole } = await compareLogs(source.store, target.store, translation.onPair);
  if (!isWhole) throw new MigrationRefused('The source changed while it was copied. Run the command again.');
  const sealed = places.sealed && translation.of(places.sealed);
  const moved = { migrationId, sealedThrough: sealed ?? null, restoredAt: places.restoredAt };
  const handled = await handle(target, installation, installationStream, { type: 'MoveIn', moved }, provenance, {
    patience: factPatience,
  });
  const arrival = await lastArrival(target);
  if ('refused' in handled || arrival === undefined) throw new MigrationRefused('The target was written to.');
  await translateProcessManagers(target, arrival, places, translation.of);
  await translateDays(target, arrival, places, translation.of, provenance);
  await translateWebhooks(target, webhooks, translation.of, migrationId, provenance);
  return { events };
}

type Translate = (position: Position) => Position | undefined;

async function placesIn(ports: LogPorts): Promise<Places> {
  const processManagers = new Map<string, Position>();
  const days = new Map<string, { stream: StreamName; figures: DayClosed['data'] }>();
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await ports.store.readAll({
      limit: pageSize,
      filter: { categories: ['processmanager', 'day'] },
      ...(after === undefined ? {} : { after }),
    });
    // The two categories hold nothing else.
    for (const { stream, event } of ports.codec.decode<ProcessManagerEvent | DayEvent>(page.events)) {
      if (event.type === 'ProcessManagerAdvanced') processManagers.set(idOf(stream), event.data.position);
      if (event.type === 'DayClosed') days.set(`${stream} ${event.data.domainId}`, { stream, figures: event.data });
    }
    after = page.position;
    atEnd = page.atEnd;
  }
  const { before: restoredAt } = await heldWorkOf(ports);
  return { sealed: await sealedThrough(ports), restoredAt, processManagers, days };
}

/** One that finds no position of its own starts over, which is harmless and may take long. */
async function translateProcessManagers(
  target: LogPorts,
  arrival: Arrival,
  { processManagers }: Places,
  translate: Translate,
): Promise<void> {
  for (const [name, sourcePosition] of processManagers) {
    const position = translate(sourcePosition);
    const last = await lastProgress(target, name);
    if (position === undefined || !(last === undefined || isCopied(last, arrival))) continue;
    const written = await appendProgress(target, name, { type: 'ProcessManagerAdvanced', data: { position } });
    if (!written) throw new MigrationRefused(`The progress of ${name} could not be written to the target.`);
  }
}

async function translateDays(
  target: LogPorts,
  arrival: Arrival,
  { days }: Places,
  translate: Translate,
  provenance: Provenance,
): Promise<void> {
  for (const { stream, figures } of days.values()) {
    const through = translate(figures.through);
    const loaded = await load(target, day, stream);
    const events = loaded.events;
    const last = events.findLast(({ event }) => event.data.domainId === figures.domainId);
    if (through === undefined || last === undefined || !isCopied(last, arrival)) continue;
    const command = { type: 'TranslateDay', figures: { ...figures, through } } as const;
    const teamId = figures.teamId;
    const context = { ...provenance.context, teamId };
    const handled = await handle(
      target,
      day,
      stream,
      command,
      { ...provenance, context },
      {
        loaded,
        patience: factPatience,
      },
    );
    if ('refused' in handled)
      throw new MigrationRefused(`The figures of ${stream} could not be written to the target.`);
  }
}
