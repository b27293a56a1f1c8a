import { idOf } from '../../domain/shared/stream-name.js';
import type { TeamCreated } from '../../domain/team/events.js';
import type { Projection } from '../shared/projection.js';

/** A team that a person made, and not the operator. */
export interface TeamDocument {
  readonly id: string;
  /** The person. */
  readonly ownerId: string;
}

/** The teams that each person made, whether or not the person is still in them. */
export const teamsProjection: Projection<TeamCreated, TeamDocument> = {
  name: 'teams',
  version: 1,
  categories: ['team'],
  handles: ['TeamCreated'],
  personal: false,
  fields: { ownerId: 'text' },
  indexes: [['ownerId', 'id']],
  keys: ({ stream, metadata }) => (metadata.actor.kind === 'user' ? [idOf(stream)] : []),
  evolve: (_document, { metadata }, id) => ({ id, ownerId: metadata.actor.id }),
};
