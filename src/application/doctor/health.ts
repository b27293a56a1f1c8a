import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Health } from './health-of.js';

/** GET /dashboard-api/health: what `posthorn doctor` finds, for who speaks for the server. */
export class GetHealthQuery extends Query<Health | { readonly refused: 'not-first-team' }> {
  constructor(readonly teamId: string) {
    super();
  }
}

export interface GetHealthPorts {
  readonly firstTeamId: string;
  /** Rejects where the look itself fails. */
  readonly lookAtHealth: () => Promise<Health>;
}

@QueryHandler(GetHealthQuery)
export class GetHealthHandler implements IQueryHandler<GetHealthQuery> {
  constructor(private readonly ports: GetHealthPorts) {}

  async execute({ teamId }: GetHealthQuery): Promise<Health | { readonly refused: 'not-first-team' }> {
    return teamId === this.ports.firstTeamId ? this.ports.lookAtHealth() : { refused: 'not-first-team' };
  }
}
