import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import {
  DownloadAttachmentQuery,
  type DownloadAttachmentResult,
  GetAttachmentQuery,
  type GetAttachmentResult,
  ListAttachmentsQuery,
  type ListAttachmentsResult,
} from './attachment.queries.js';
import type { AttachmentQueries } from './attachment-queries.js';

@QueryHandler(ListAttachmentsQuery)
export class ListAttachmentsHandler implements IQueryHandler<ListAttachmentsQuery> {
  constructor(private readonly queries: AttachmentQueries) {}

  execute(query: ListAttachmentsQuery): Promise<ListAttachmentsResult> {
    return this.queries.list(query);
  }
}

@QueryHandler(GetAttachmentQuery)
export class GetAttachmentHandler implements IQueryHandler<GetAttachmentQuery> {
  constructor(private readonly queries: AttachmentQueries) {}

  execute(query: GetAttachmentQuery): Promise<GetAttachmentResult> {
    return this.queries.get(query);
  }
}

@QueryHandler(DownloadAttachmentQuery)
export class DownloadAttachmentHandler implements IQueryHandler<DownloadAttachmentQuery> {
  constructor(private readonly queries: AttachmentQueries) {}

  execute(query: DownloadAttachmentQuery): Promise<DownloadAttachmentResult> {
    return this.queries.download(query);
  }
}
