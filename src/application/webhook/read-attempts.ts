import { query } from '../access/use-case.js';
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
export interface ListTeamAttempts {
  readonly teamId: string;
  readonly page: PageRequest;
  readonly filter: AttemptFilter;
}
type ListTeamAttemptsResult = Page<WebhookAttemptDocument>;

/** GET /webhook-requests/{id}. Undefined when it is not this team's, or no longer kept. */
export interface GetAttempt {
  readonly teamId: string;
  readonly attemptId: string;
}
type GetAttemptResult = AnsweredAttempt | undefined;

export const ListTeamAttempts = query({
  name: 'ListTeamAttempts',
  need: 'read-only',
  run: (ports: ReadAttemptsPorts, query: ListTeamAttempts): Promise<ListTeamAttemptsResult> =>
    listTeamAttempts(ports, query),
});

export const GetAttempt = query({
  name: 'GetAttempt',
  need: 'read-only',
  run: (ports: ReadAttemptsPorts, query: GetAttempt): Promise<GetAttemptResult> => getAttempt(ports, query),
});
