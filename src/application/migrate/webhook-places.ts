import type { WebhookEvent } from '../../domain/webhook/events.js';
import type { WebhookProgressed } from '../../domain/webhook/log-events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import { partitionOf } from '../../projections/webhooks/webhooks.document.js';
import { retryAppend, encodeOne, factPatience, type LogPorts, metadataOf, type Provenance } from '../shared/handle.js';
import { MigrationRefused } from './live-events.js';

type Report = WebhookProgressed['data'];

const filter = {
  categories: ['webhook', 'webhooklog'],
  types: [
    'WebhookRegistered',
    'WebhookReplayRequested',
    'WebhookReplayStopped',
    'WebhookReplayCompleted',
    'WebhookProgressed',
  ],
} as const;
const pageSize = 1_000;

/** How each partition of endpoints stands by the source's log, in its positions. */
export async function webhookReportsIn(ports: LogPorts): Promise<readonly Report[]> {
  const reports = new Map<string, Report>();
  const begun = new Map<string, { readonly webhookId: string; readonly position: Position }>();
  let firstEndpoint: Position | undefined;
  for await (const { stream, event, position } of webhookEvents(ports)) {
    switch (event.type) {
      case 'WebhookRegistered':
        firstEndpoint ??= position;
        break;
      case 'WebhookReplayRequested': {
        const { replayId, scope } = event.data;
        const after = scope.kind === 'events' ? scope.after : null;
        if (after !== null) begun.set(replayId, { webhookId: idOf(stream), position: after });
        break;
      }
      case 'WebhookReplayStopped':
      case 'WebhookReplayCompleted':
        begun.delete(event.data.replayId);
        break;
      default:
        reports.set(event.data.partition, event.data);
    }
  }
  for (const [replayId, { webhookId, position }] of begun) {
    const partition = partitionOf(webhookId);
    // Without a report each endpoint begins at its registration.
    const nothing = { partition, position: firstEndpoint ?? position, readers: [], failing: [] };
    const report = reports.get(partition) ?? nothing;
    if (report.readers.some((reader) => reader.replayId === replayId)) continue;
    const reader = { webhookId, replayId, position, sent: 0 };
    reports.set(partition, { ...report, readers: [...report.readers, reader] });
  }
  return [...reports.values()];
}

/** Every position that they name. */
export function positionsOf(reports: readonly Report[]): readonly Position[] {
  return reports.flatMap(({ position, readers }) => [position, ...readers.map((reader) => reader.position)]);
}

/**
 * Reports the same in the target's positions, with one append. Its stream is of no hour and has no key, so that it
 * stays when the hours of attempts go: it is small, and there is one for each move.
 */
export async function translateWebhooks(
  target: LogPorts,
  reports: readonly Report[],
  translate: (position: Position) => Position | undefined,
  migrationId: string,
  provenance: Provenance,
): Promise<void> {
  const stream = streamName('webhooklog', migrationId);
  // An earlier run has said it.
  if ((await target.store.readLast(stream)) !== undefined) return;
  const translated = reports.flatMap((report) => translatedReport(report, translate) ?? []);
  const events = translated.map((data) => ({
    id: target.ids.next(),
    event: { type: 'WebhookProgressed', data } satisfies WebhookProgressed,
    metadata: metadataOf(target.clock, provenance),
  }));
  if (events.length === 0) return;
  const encoded = encodeOne(target.codec, { stream, predecessor: null, events });
  const appended = await retryAppend(target, [{ stream, expected: 'no-stream', events: encoded.events }], factPatience);
  if (appended.result === 'written') return;
  throw new MigrationRefused('The progress of webhooks could not be written to the target.');
}

function translatedReport(report: Report, translate: (position: Position) => Position | undefined): Report | undefined {
  const position = translate(report.position);
  if (position === undefined) return undefined;
  const readers = report.readers.flatMap((reader) => {
    const own = translate(reader.position);
    return own === undefined ? [] : [{ ...reader, position: own }];
  });
  return { ...report, position, readers };
}

async function* webhookEvents({ store, codec }: LogPorts) {
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    // The filter names these types; what they say is not personal, but for a registration, of which nothing is read.
    yield* codec.decode<Extract<WebhookEvent, { type: (typeof filter)['types'][number] }> | WebhookProgressed>(
      page.events,
    );
    after = page.position;
    atEnd = page.atEnd || page.position === undefined;
  }
}
