import type { ProcessManagerFacts } from '../../../application/doctor/log-facts.js';
import type { EventCodec } from '../../../application/ports/event-codec.js';
import type { EventFilter, EventStore } from '../../../application/ports/event-store.js';
import type { ProcessManagerEvent } from '../../../domain/process-manager/events.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { idOf, streamName } from '../../../domain/shared/stream-name.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { processManagers } from '../../resources/resources.js';
import type { EventLogFigures } from '../../../infrastructure/event-store/event-log-figures.js';

interface Source {
  readonly store: Pick<EventStore, 'readLast'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly figures: EventLogFigures;
}

interface Followed {
  readonly name: string;
  readonly filter: EventFilter;
  readonly afterMs: number;
}

/** Those that ought to run, and any other that has ever saved its position. */
export async function gatherProcessManagers(source: Source, config: Config): Promise<readonly ProcessManagerFacts[]> {
  const running = await followed(config);
  const names = new Set(running.map(({ name }) => name));
  for (const stream of source.figures.streamsOf('processmanager')) names.add(idOf(stream));
  const facts: ProcessManagerFacts[] = [];
  for (const name of [...names].sort()) {
    facts.push(
      await factsOf(
        source,
        name,
        running.find((manager) => manager.name === name),
      ),
    );
  }
  return facts;
}

/** Those that this configuration runs. */
async function followed(config: Config): Promise<readonly Followed[]> {
  return (await processManagers()).flatMap((manager) => {
    const afterMs = 'afterMs' in manager ? manager.afterMs(config) : 0;
    return afterMs === null ? [] : [{ name: manager.name, filter: manager.filter, afterMs }];
  });
}

async function factsOf(
  { store, codec, figures }: Source,
  name: string,
  manager: Followed | undefined,
): Promise<ProcessManagerFacts> {
  const stored = await store.readLast(streamName('processmanager', name));
  // Nothing else is in these streams.
  const [last] = codec.decode<ProcessManagerEvent>(stored === undefined ? [] : [stored]);
  const position = last?.event.type === 'ProcessManagerAdvanced' ? last.event.data.position : undefined;
  return {
    name,
    savedAt: last?.metadata.time ?? null,
    position: position ?? null,
    undoneSince: undoneSince(figures, position, manager),
    afterMs: manager?.afterMs ?? 0,
  };
}

function undoneSince(
  figures: EventLogFigures,
  position: Position | undefined,
  manager: Followed | undefined,
): string | null {
  if (manager === undefined) return null;
  const { categories = [], types } = manager.filter;
  return figures.firstAfter(position, categories, types)?.at ?? null;
}
