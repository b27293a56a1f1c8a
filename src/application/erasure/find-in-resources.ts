import type { EventDefinition } from '../../domain/shared/event.js';
import { holdsPersonHash, kidsOfPerson } from '../../domain/shared/personal-schema.js';
import type { Category } from '../../domain/shared/stream-name.js';
import type { EventFilter, StoredEvent } from '../ports/event-store.js';
import type { EraseFrom, Found, PersonErasurePorts } from '../shared/erasing.js';
import type { Provenance } from '../shared/handle.js';
import type { ProcessManager } from '../shared/run-process-manager.js';
import type { Resource } from '../shared/resource.js';

/** Where a person may be found in the log, and how: what the resources say. */
export interface PeopleInLog {
  readonly filter: EventFilter;
  /** They finish what a crash cut off, so that it is found as the events that it stands for. */
  openers(ports: PersonErasurePorts): readonly ProcessManager[];
  /** @returns undefined when nothing of this person is in the event, or is left in it. */
  find(
    ports: PersonErasurePorts,
    stored: StoredEvent,
    person: string,
    provenance: Provenance,
  ): Promise<Found | undefined>;
}

interface Place {
  readonly category: Category;
  readonly definition: EventDefinition;
  /** Undefined when what is beside the hash goes. */
  readonly from: EraseFrom | undefined;
}

export function peopleInLog(resources: readonly Resource[]): PeopleInLog {
  const places = resources.flatMap(placesIn);
  const byType = new Map(places.map((place) => [place.definition.type, place]));
  return {
    filter: {
      categories: [...new Set(places.map(({ category }) => category))],
      types: [...byType.keys()],
    },
    openers: (ports) => places.flatMap(({ from }) => (typeof from === 'object' ? [from.openedBy(ports)] : [])),
    async find(ports, stored, person, provenance) {
      const place = byType.get(stored.type);
      // The hash stands in the text as it is: another person's mail need not be taken apart.
      if (place === undefined || !stored.data.includes(`"${person}"`)) return undefined;
      const { from, definition } = place;
      if (from === undefined) return besideHash(ports, definition, stored, person);
      return typeof from === 'function' ? from(ports, stored, person, provenance) : undefined;
    },
  };
}

function placesIn({ streams, erasure = {} }: Resource): readonly Place[] {
  return streams.flatMap(({ category, events }) =>
    events.flatMap((definition) => {
      const from = erasure[definition.type];
      return from === undefined && !holdsPersonHash(definition.data) ? [] : [{ category, definition, from }];
    }),
  );
}

/** What it is a part of stays: an entry of a list under its hash, a note under its id. */
async function besideHash(
  { codec, keys }: PersonErasurePorts,
  { data }: EventDefinition,
  stored: StoredEvent,
  person: string,
): Promise<Found | undefined> {
  const [recorded] = codec.decode([stored]);
  const found = [...new Set(kidsOfPerson(data, recorded?.event.data, person))];
  const states = await keys.getMany(found);
  const kids = found.filter((kid) => states.get(kid)?.state !== 'destroyed');
  return kids.length === 0 ? undefined : { streams: [stored.stream], kids, blobIds: [] };
}
