import type { DomainEvent } from '../../domain/shared/decider.js';
import { type Category, streamName } from '../../domain/shared/stream-name.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { LogPorts } from './handle.js';
import type { OwnWrites } from './own-writes.js';
import type { Ports } from './ports.js';
import type { TeamOwners } from './team-owners.js';

export interface TooMany {
  readonly refused: 'too-many';
  readonly most: number;
}

type CountPorts = { readonly readStore: Pick<Ports['readStore'], 'count'> } & {
  readonly ownWrites: Pick<OwnWrites, 'settled'>;
};

export interface Room {
  readonly category: Category;
  /** Whose room it is: of a team, or of the owner of several. */
  readonly of: string;
  readonly most: number;
  /** How many there are, with the last that was made. */
  readonly held: () => Promise<number>;
}

/**
 * Makes one more of what a team or an owner may have only so many of. One is made at a time for each, and the list has
 * it before the next is counted: requests at the same moment cannot go beyond together. Several processes can, by one
 * each.
 */
function withRoom<Made>(
  { serialise }: Pick<LogPorts, 'serialise'>,
  { category, of, most, held }: Room,
  make: () => Promise<Made>,
): Promise<Made | TooMany> {
  // No stream has this name: it is a line of its own.
  return serialise(streamName(category, `room of ${of}`), async () =>
    (await held()) >= most ? { refused: 'too-many', most } : make(),
  );
}

/** {@link withRoom} of a team, for what one of its lists holds. */
export function withRoomOfTeam<Event extends DomainEvent, Document extends object, Made>(
  ports: Pick<LogPorts, 'serialise'> & CountPorts,
  projection: Projection<Event, Document>,
  { category, teamId, most }: { readonly category: Category; readonly teamId: string; readonly most: number },
  make: () => Promise<Made>,
): Promise<Made | TooMany> {
  const held = () => countShown(ports, projection, teamId, { teamId });
  return withRoom(ports, { category, of: teamId, most, held }, make);
}

/** Without it every team counts alone. */
type Owners = Pick<TeamOwners, 'of' | 'sum'> | undefined;

/**
 * {@link withRoom} of all teams of an owner together. A bound against abuse: no outage of the lists refuses anything.
 */
export async function withRoomOfOwner<Made>(
  ports: Pick<LogPorts, 'serialise'> & { readonly teamOwners?: Owners },
  room: Pick<Room, 'category' | 'most'> & {
    readonly teamId: string;
    readonly count: (teamId: string) => Promise<number>;
  },
  make: () => Promise<Made>,
): Promise<Made | TooMany> {
  const { category, teamId, most, count } = room;
  const owners = ports.teamOwners;
  const of = (await owners?.of(teamId)) ?? teamId;
  const held = () => (owners === undefined ? count(teamId) : owners.sum(teamId, count)).catch(() => 0);
  return withRoom(ports, { category, of, most, held }, make);
}

/** How many a list has once the team's own last write shows. */
export async function countShown<Event extends DomainEvent, Document extends object>(
  { readStore, ownWrites }: CountPorts,
  projection: Projection<Event, Document>,
  teamId: string,
  equals: Readonly<Record<string, string>>,
): Promise<number> {
  await ownWrites.settled(teamId, projection.name);
  return readStore.count(projection, equals);
}
