import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { LiveChanges, OnChange } from './live-changes.js';

/** GET /dashboard-api/live. */
export class WatchChangesQuery extends Query<WatchChangesResult> {
  constructor(
    readonly teamId: string,
    readonly onChange: OnChange,
  ) {
    super();
  }
}
/** Ends it. */
export type WatchChangesResult = () => void;

export interface WatchChangesPorts {
  readonly liveChanges: Pick<LiveChanges, 'listen'>;
}

@QueryHandler(WatchChangesQuery)
export class WatchChangesHandler implements IQueryHandler<WatchChangesQuery> {
  constructor(private readonly ports: WatchChangesPorts) {}

  async execute({ teamId, onChange }: WatchChangesQuery): Promise<WatchChangesResult> {
    return this.ports.liveChanges.listen(teamId, onChange);
  }
}
