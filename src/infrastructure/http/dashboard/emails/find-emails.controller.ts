import { Controller, Inject, Query, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { FindEmails } from '../../../../application/email/find-emails.js';
import { callerOf } from '../../edge/access.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { asSearch } from '../../edge/long-reads.js';
import { defaultLimit, listOfPage, pageOrError, readPage } from '../../edge/page.js';
import { Answers } from '../../openapi/operation.js';
import { presentFoundEmail } from './find-emails.answers.js';
import { findEmails } from './find-emails.operations.js';
import { readEmailFilter } from './find-emails.parameters.js';

/** The page's list of mails. That of the public contract has fewer filters, and less in each row. */
@Controller()
export class FindEmailsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(findEmails)
  async find(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const filter = readEmailFilter(query);
    const find = FindEmails({ teamId: callerOf(request).context.teamId, page, filter });
    const found = pageOrError(await asSearch(this.options, request, filter, () => this.queries.execute(find)));
    return listOfPage(found, presentFoundEmail);
  }
}
