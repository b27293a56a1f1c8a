import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Streams } from '../../domain/shared/event.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../domain/shared/stream-name.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { EraseFrom, ErasurePorts } from './erasing.js';
import type { Provenance } from './handle.js';
import type { OrphanPorts } from './orphans.js';
import { holdsPersonal, unfoundPersonal } from '../../domain/shared/personal-schema.js';

/**
 * What there is of one kind of thing that the log tells about: its streams with their events, and what is derived from
 * them. Everything that goes through all kinds (codec, audit, live changes, rebuilding, sweeping) goes through the list
 * of these.
 */
export interface Resource {
  /** The first are the resource's own, one stream for each; others hold what belongs to it: who has a name, its log. */
  readonly streams: readonly [Streams, ...Streams[]];
  readonly readModels?: readonly Projection<DomainEvent, object>[];
  readonly audit?: Audited;
  /** What a page can show of it, and the read model of that list: changes are announced once that shows them. */
  readonly live?: { readonly subject: string; readonly readModel: string };
  /**
   * The vault's entries of one stream that belong to nothing. A writer that has not appended yet has lost when this
   * resolves. Absent when its keys and blobs are removed by those who made them.
   */
  orphansOf?(
    ports: OrphanPorts,
    anchor: StreamName,
    entries: readonly VaultEntryPlace[],
  ): Promise<readonly VaultEntryPlace[]>;
  /**
   * By type of event: how an erased person leaves it, where that is more than the personal values beside a `personHash`
   * of its definition.
   */
  readonly erasure?: Readonly<Record<string, EraseFrom>>;
  /** What follows for one of its streams once an erasure has destroyed something of it. Repeatable. */
  afterErasure?(ports: ErasurePorts, stream: StreamName, provenance: Provenance): Promise<void>;
}

/** Operators find its own stream by its id. */
interface Audited {
  /**
   * What people call it, by the events of its own stream, decrypted: also after it was deleted. Undefined when it has
   * no name, or that was erased.
   */
  readonly nameOf?: (events: readonly Recorded[]) => string | undefined;
  /** How it stands after these events of its stream, decrypted. Undefined when it does not exist yet, or any more. */
  readonly stateOf?: (events: readonly Recorded[]) => object | undefined;
}

/** The resource whose own streams are of this category. */
export function resourceOf(resources: readonly Resource[], category: Category): Resource | undefined {
  return resources.find(({ streams: [own] }) => own.category === category);
}

/**
 * The same list, checked: throws where an erasure would pass by a personal value, or where a resource speaks of an
 * event that is not its own.
 */
export function erasable<Resources extends readonly Resource[]>(resources: Resources): Resources {
  for (const { streams, erasure = {} } of resources) {
    const definitions = streams.flatMap(({ events }) => events);
    for (const type of Object.keys(erasure)) {
      if (!definitions.some((each) => each.type === type && holdsPersonal(each.data))) {
        throw new TypeError(`erasure names ${type}, which is no event of ${streams[0].category} with personal values`);
      }
    }
    for (const { type, data } of definitions) {
      const [place] = Object.hasOwn(erasure, type) ? [] : unfoundPersonal(data);
      if (place === undefined) continue;
      throw new TypeError(
        `An erasure would not find ${place} of ${type}: put a personHash beside it, say in its definition how it is erased, or name ${type} in \`erasure\` of its resource`,
      );
    }
  }
  return resources;
}
