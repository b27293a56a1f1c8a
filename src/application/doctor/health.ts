import { query } from '../access/use-case.js';
import type { Health } from './health-of.js';

/** GET /dashboard-api/health: what `posthorn doctor` finds, for who speaks for the server. */
export interface GetHealth {
  readonly teamId: string;
}

interface GetHealthPorts {
  readonly firstTeamId: string;
  /** Rejects where the look itself fails. */
  readonly lookAtHealth: () => Promise<Health>;
}

export const GetHealth = query({
  name: 'GetHealth',
  need: 'person admin',
  run: async (
    ports: GetHealthPorts,
    { teamId }: GetHealth,
  ): Promise<Health | { readonly refused: 'not-first-team' }> =>
    teamId === ports.firstTeamId ? ports.lookAtHealth() : { refused: 'not-first-team' },
});
