import type { InstallationEvent, InstallationMovedIn } from '../../domain/installation/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import type { EventCodec } from '../ports/event-codec.js';
import type { EventStore } from '../ports/event-store.js';

export interface ArrivalPorts {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly codec: Pick<EventCodec, 'decode'>;
}

/** The last move of the installation to the engines that it is on. */
export interface Arrival {
  /** Position of its event. Positions that earlier events name are places in the other log, not in this one. */
  readonly position: Position;
  readonly sealedThrough: Position | null;
}

/** @returns undefined when this log was never copied from other engines. */
export async function lastArrival({ store, codec }: ArrivalPorts): Promise<Arrival | undefined> {
  // Nothing else is in this stream.
  const events = codec.decode<InstallationEvent>(await store.readStream(installationStream));
  const moved = events.findLast(
    (recorded): recorded is Recorded<InstallationMovedIn> => recorded.event.type === 'InstallationMovedIn',
  );
  return moved && { position: moved.position, sealedThrough: moved.event.data.sealedThrough };
}

/** Whether the event was copied from other engines: the positions that it names are places there. */
export function isCopied({ position }: Pick<Recorded, 'position'>, arrival: Arrival | undefined): boolean {
  return arrival !== undefined && position < arrival.position;
}
