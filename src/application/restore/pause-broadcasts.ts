import type { BroadcastEvent } from '../../domain/broadcast/events.js';
import { type Broadcast, broadcast } from '../../domain/broadcast/broadcast.js';
import { idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { EventFilter } from '../ports/event-store.js';
import { factPatience, handle, load, type Loaded, type LogPorts, type Provenance } from '../shared/handle.js';

const pageSize = 1_000;

/** Every stream that has an event like that, each once, in the order of the log. */
export async function streamsWith(
  { store }: Pick<LogPorts, 'store'>,
  filter: EventFilter,
): Promise<readonly StreamName[]> {
  const streams = new Set<StreamName>();
  let after: Awaited<ReturnType<typeof store.readAll>>['position'];
  for (;;) {
    const page = await store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    for (const { stream } of page.events) streams.add(stream);
    if (page.atEnd) return [...streams];
    after = page.position;
  }
}

/** Every broadcast that is scheduled or being sent, with its id. */
export async function broadcastsUnderWay(
  ports: LogPorts,
): Promise<readonly (Loaded<Broadcast, BroadcastEvent> & { readonly id: string })[]> {
  const types = ['BroadcastScheduled', 'BroadcastQueued'];
  const streams = await streamsWith(ports, { categories: ['broadcast'], types });
  const loaded = await Promise.all(streams.map((stream) => load(ports, broadcast, stream)));
  return loaded.flatMap(({ state, ...rest }) =>
    state !== null && !state.isDeleted && (state.status === 'scheduled' || state.status === 'queued')
      ? [{ ...rest, state, id: idOf(rest.stream) }]
      : [],
  );
}

/** After a restore: no broadcast goes on until somebody has looked. Says how many were paused. */
export async function pauseBroadcasts(ports: LogPorts, provenance: Provenance): Promise<number> {
  let paused = 0;
  for (const { id, state } of await broadcastsUnderWay(ports)) {
    const { teamId } = state;
    const command = { type: 'PauseBroadcast', teamId, because: 'restored' } as const;
    const by = { ...provenance, context: { ...provenance.context, teamId } };
    const handled = await handle(ports, broadcast, streamName('broadcast', id), command, by, {
      patience: factPatience,
    });
    if ('events' in handled && handled.events.length > 0) paused += 1;
  }
  return paused;
}
