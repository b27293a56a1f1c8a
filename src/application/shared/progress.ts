import type { ProcessManagerEvent } from '../../domain/process-manager/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { retryAppend, encodeOne, type LogPorts, metadataOf, requestPatience } from './handle.js';

/** How far a process manager has come, as it last recorded; undefined where it never did. */
export async function lastProgress(ports: LogPorts, name: string): Promise<Recorded<ProcessManagerEvent> | undefined> {
  const stored = await ports.store.readLast(streamName('processmanager', name));
  const [recorded] = ports.codec.decode<ProcessManagerEvent>(stored === undefined ? [] : [stored]);
  return recorded;
}

export async function savedPosition(ports: LogPorts, name: string): Promise<Position | undefined> {
  const last = await lastProgress(ports, name);
  return last?.event.type === 'ProcessManagerAdvanced' ? last.event.data.position : undefined;
}

/** @returns false when another process was faster, or the log could not be written; the next time does it. */
export async function appendProgress(ports: LogPorts, name: string, event: ProcessManagerEvent): Promise<boolean> {
  const last = await lastProgress(ports, name);
  const stream = streamName('processmanager', name);
  const provenance = {
    context: { teamId: null, actor: { kind: 'system', id: name } as const, correlationId: ports.ids.next() },
    region: null,
  };
  const events = [{ id: ports.ids.next(), event, metadata: metadataOf(ports.clock, provenance) }];
  const encoded = encodeOne(ports.codec, { stream, predecessor: last?.digest ?? null, events });
  const write = { stream, expected: last?.revision ?? 'no-stream', events: encoded.events } as const;
  return (await retryAppend(ports, [write], requestPatience)).result === 'written';
}
