import { Query } from '@nestjs/cqrs';
import type { AnsweredRequest, RequestDetail } from '../../domain/request-log/events.js';
import type { LogDocument } from '../../projections/logs/logs.document.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { Page, PageRequest } from '../shared/page.js';

/** All of them hold together. */
export interface LogFilter {
  readonly status?: number;
  /** 2 for every 2xx, and so on. */
  readonly statusClass?: number;
  readonly method?: string;
  readonly apiKeyId?: string;
  /** Milliseconds since the epoch: came in then or later. */
  readonly sinceMs?: number;
  /** Milliseconds since the epoch: came in before. */
  readonly untilMs?: number;
}

/** GET /logs, newest first. Waits up to `LIST_PATIENCE_MS` for what this process has answered the team. */
export class ListLogsQuery extends Query<ListLogsResult> {
  constructor(
    readonly teamId: string,
    readonly page: PageRequest,
    readonly filter: LogFilter = {},
  ) {
    super();
  }
}
export type ListLogsResult = Page<LogDocument>;

/** GET /logs/{id}. Undefined: not this team's, or no longer kept. */
export class GetLogQuery extends Query<GetLogResult> {
  constructor(
    readonly teamId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

/** `body` is undefined once it was erased. */
export interface SentEmail {
  readonly email: EmailDocument;
  readonly body: EmailBody | undefined;
}

export interface LoggedRequest {
  readonly request: AnsweredRequest;
  /** Undefined: its key is destroyed, and the whole stream is about to go. */
  readonly detail: RequestDetail | undefined;
  /** The mails that it had accepted, in order; undefined where one is no longer kept. */
  readonly emails: readonly (SentEmail | undefined)[];
}
export type GetLogResult = LoggedRequest | undefined;
