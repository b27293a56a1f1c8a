import { Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ReadFeed } from '../../../application/webhook/feed/read-feed.js';
import { callerOf } from '../edge/access.js';
import { invalid } from '../edge/errors/api-error.js';
import { closedSignal } from '../edge/left.js';
import { Answers } from '../openapi/operation.js';
import { presentFeedMessage } from './feed.answers.js';
import * as operations from './feed.operations.js';

@Controller()
export class EventFeedController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(operations.readEventFeed)
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply, @Query() query: unknown) {
    const options = operations.readFeedOptions(query);
    const { teamId } = callerOf(request).context;
    const page = await this.queries.execute(ReadFeed({ teamId, options, left: closedSignal(reply) }));
    if ('refused' in page) throw invalid('The `after` parameter must be the `next` of an earlier page of this team.');
    const { messages, next, hasMore } = page;
    return { object: 'list' as const, has_more: hasMore, data: messages.map(presentFeedMessage), next };
  }
}
