import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { WebhookAttemptDocument } from '../../projections/webhooks/webhooks.document.js';
import type { Page, PageRequest } from '../shared/page.js';
import {
  type AnsweredAttempt,
  type AttemptFilter,
  getAttempt,
  listTeamAttempts,
  type ReadAttemptsPorts,
} from './attempt-log.js';

/** GET /webhook-requests: a team's attempts at all its endpoints, deleted ones too, newest first. */
export class ListTeamAttemptsQuery extends Query<ListTeamAttemptsResult> {
  constructor(
    readonly teamId: string,
    readonly page: PageRequest,
    readonly filter: AttemptFilter = {},
  ) {
    super();
  }
}
export type ListTeamAttemptsResult = Page<WebhookAttemptDocument>;

/** GET /webhook-requests/{id}. Undefined: not this team's, or no longer kept. */
export class GetAttemptQuery extends Query<GetAttemptResult> {
  constructor(
    readonly teamId: string,
    readonly attemptId: string,
  ) {
    super();
  }
}
export type GetAttemptResult = AnsweredAttempt | undefined;

@QueryHandler(ListTeamAttemptsQuery)
export class ListTeamAttemptsHandler implements IQueryHandler<ListTeamAttemptsQuery> {
  constructor(private readonly ports: ReadAttemptsPorts) {}

  execute(query: ListTeamAttemptsQuery): Promise<ListTeamAttemptsResult> {
    return listTeamAttempts(this.ports, query);
  }
}

@QueryHandler(GetAttemptQuery)
export class GetAttemptHandler implements IQueryHandler<GetAttemptQuery> {
  constructor(private readonly ports: ReadAttemptsPorts) {}

  execute(query: GetAttemptQuery): Promise<GetAttemptResult> {
    return getAttempt(this.ports, query);
  }
}
