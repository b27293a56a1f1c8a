import { type Decider, refuse } from '../shared/decider.js';
import type { TeamEvent } from './events.js';

export interface CreateTeam {
  readonly type: 'CreateTeam';
  readonly teamId: string;
  readonly name: string;
}

export type TeamState = { readonly status: 'none' } | { readonly status: 'active'; readonly name: string };

/** The people who share mails, domains and keys. */
export const team: Decider<CreateTeam, TeamState, TeamEvent, 'already-exists'> = {
  initial: { status: 'none' },
  decide: ({ teamId, name }, state) =>
    state.status === 'none' ? [{ type: 'TeamCreated', data: { teamId, name } }] : refuse('already-exists'),
  evolve: (_state, event) => ({ status: 'active', name: event.data.name }),
};
