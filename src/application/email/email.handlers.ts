import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import {
  GetCapturedMailQuery,
  type GetCapturedMailResult,
  GetCapturedMessageQuery,
  type GetCapturedMessageResult,
  GetEmailHistoryQuery,
  type GetEmailHistoryResult,
  GetEmailQuery,
  type GetEmailResult,
  GetEmailTimelineQuery,
  type GetEmailTimelineResult,
  GetSharedEmailQuery,
  type GetSharedEmailResult,
  ListEmailsQuery,
  type ListEmailsResult,
  ShareEmailQuery,
  type ShareEmailResult,
} from './email.queries.js';
import type { EmailQueries } from './email-queries.js';

@QueryHandler(GetEmailQuery)
export class GetEmailHandler implements IQueryHandler<GetEmailQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetEmailQuery): Promise<GetEmailResult> {
    return this.queries.get(query);
  }
}

@QueryHandler(ListEmailsQuery)
export class ListEmailsHandler implements IQueryHandler<ListEmailsQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: ListEmailsQuery): Promise<ListEmailsResult> {
    return this.queries.list(query);
  }
}

@QueryHandler(GetEmailTimelineQuery)
export class GetEmailTimelineHandler implements IQueryHandler<GetEmailTimelineQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetEmailTimelineQuery): Promise<GetEmailTimelineResult> {
    return this.queries.timeline(query);
  }
}

@QueryHandler(GetEmailHistoryQuery)
export class GetEmailHistoryHandler implements IQueryHandler<GetEmailHistoryQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetEmailHistoryQuery): Promise<GetEmailHistoryResult> {
    return this.queries.history(query);
  }
}

@QueryHandler(ShareEmailQuery)
export class ShareEmailHandler implements IQueryHandler<ShareEmailQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: ShareEmailQuery): Promise<ShareEmailResult> {
    return this.queries.share(query);
  }
}

@QueryHandler(GetSharedEmailQuery)
export class GetSharedEmailHandler implements IQueryHandler<GetSharedEmailQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetSharedEmailQuery): Promise<GetSharedEmailResult> {
    return this.queries.shared(query);
  }
}

@QueryHandler(GetCapturedMailQuery)
export class GetCapturedMailHandler implements IQueryHandler<GetCapturedMailQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetCapturedMailQuery): Promise<GetCapturedMailResult> {
    return this.queries.captured(query);
  }
}

@QueryHandler(GetCapturedMessageQuery)
export class GetCapturedMessageHandler implements IQueryHandler<GetCapturedMessageQuery> {
  constructor(private readonly queries: EmailQueries) {}

  execute(query: GetCapturedMessageQuery): Promise<GetCapturedMessageResult> {
    return this.queries.capturedMessage(query);
  }
}
