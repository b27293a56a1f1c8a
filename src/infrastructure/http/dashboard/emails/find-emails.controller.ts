import { Controller, Inject, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { FindEmailsQuery } from '../../../../application/email/find-emails.js';
import { callerOf } from '../../edge/access.js';
import { defaultLimit, listOf, pageOrError, readPage } from '../../edge/page.js';
import { Answers } from '../../openapi/operation.js';
import { presentFoundEmail } from './find-emails.answers.js';
import { findEmails } from './find-emails.operations.js';
import { readEmailFilter } from './find-emails.parameters.js';

/** The page's list of mails. That of the public contract has fewer filters, and less in each row. */
@Controller()
export class FindEmailsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(findEmails)
  async find(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const find = new FindEmailsQuery(callerOf(request).context.teamId, page, readEmailFilter(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(find));
    return listOf(documents.map(presentFoundEmail), hasMore);
  }
}
