import { streamName } from '../../domain/shared/stream-name.js';
import { teamsProjection } from '../../projections/people/teams.projection.js';
import { BoundedMap } from './bounded-map.js';
import type { LogPorts } from './handle.js';
import type { OwnWrites } from './own-writes.js';
import type { ReadStore } from '../ports/read-store.js';

/** Tells whose limits a team counts against, from what was asked for before. */
export type OwnerOf = (teamId: string) => string;

export type TeamOwnersPorts = Pick<LogPorts, 'store' | 'codec'> & {
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly ownWrites: Pick<OwnWrites, 'settled'>;
};

const mostKnown = 50_000;
/** More than a person may make. */
const mostTeamsOfOwner = 1_000;

/**
 * Whose limits a team counts against: the person who made it, for all teams of this person together, or else one person
 * could take any number of shares. A team that the operator made has an owner of its own: itself. Who made a team never
 * changes, even when its members do.
 */
export class TeamOwners {
  private readonly owners = new BoundedMap<string, string>(mostKnown);

  constructor(private readonly ports: TeamOwnersPorts) {}

  /** Never fails: while the log cannot be read, an unknown team counts alone. */
  async of(teamId: string): Promise<string> {
    const known = this.owners.get(teamId);
    if (known !== undefined || teamId === '') return known ?? teamId;
    const maker = await this.makerOf(teamId).catch(() => undefined);
    if (maker === undefined) return teamId;
    this.owners.set(teamId, maker ?? teamId);
    return maker ?? teamId;
  }

  /** As {@link of}, without a read: a team that was not asked for yet counts alone. */
  readonly known: OwnerOf = (teamId) => this.owners.get(teamId) ?? teamId;

  /** The team and all others of its owner. */
  async teamsBeside(teamId: string): Promise<readonly string[]> {
    const ownerId = await this.of(teamId);
    return ownerId === teamId ? [teamId] : [...new Set([teamId, ...(await this.teamsMadeBy(ownerId))])];
  }

  /** Whether or not the person is still in them. */
  async teamsMadeBy(userId: string): Promise<readonly string[]> {
    const { readStore, ownWrites } = this.ports;
    await ownWrites.settled(teamsMadeBy(userId), teamsProjection.name);
    const query = { equals: { ownerId: userId }, orderBy: 'id', direction: 'asc', limit: mostTeamsOfOwner } as const;
    const { documents } = await readStore.list(teamsProjection, query);
    return documents.map(({ document }) => document.id);
  }

  /** What all teams of the owner have together. */
  async sum(teamId: string, count: (teamId: string) => Promise<number>): Promise<number> {
    const counts = await Promise.all((await this.teamsBeside(teamId)).map(count));
    return counts.reduce((sum, each) => sum + each, 0);
  }

  /** @returns null when the operator made it; undefined when there is no such team. */
  private async makerOf(teamId: string): Promise<string | null | undefined> {
    const [created] = this.ports.codec.decode(
      await this.ports.store.readStream(streamName('team', teamId), { limit: 1 }),
    );
    if (created === undefined) return undefined;
    const { actor } = created.metadata;
    return actor.kind === 'user' ? actor.id : null;
  }
}

/** What a list of the teams that a person made waits for. */
export const teamsMadeBy = (userId: string): string => `teams made by ${userId}`;
