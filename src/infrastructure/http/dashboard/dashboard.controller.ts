import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ListApiKeysQuery } from '../../../application/api-key/api-key.messages.js';
import {
  GetCapturedMailQuery,
  GetCapturedMessageQuery,
  GetEmailHistoryQuery,
  GetEmailTimelineQuery,
} from '../../../application/email/email.queries.js';
import { GetTeamQueueQuery } from '../../../application/queue/queue.queries.js';
import {
  GetDomainDmarcQuery,
  GetDomainClaimQuery,
  GetDomainQuery,
} from '../../../application/sending-domain/sending-domain.messages.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { callerOf } from '../edge/access.js';
import { notFound, unavailable } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions, retryWhenReadySeconds } from '../edge/http-options.js';
import { pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { presentApiKey } from '../api-keys/present-api-key.js';
import { presentCaptured } from '../emails/present-captured.js';
import { presentDmarc, presentDomainFindings } from '../domains/domain-findings.js';
import { presentQueue } from './present-queue.js';
import { presentTimelineEntry } from '../emails/present-email.js';
import { presentHistory } from '../emails/present-history.js';
import { readAt } from '../emails/at.js';
import { listOf } from '../edge/list.js';

/** What the dashboard shows beyond the public contract. */
@Controller('/dashboard-api')
export class DashboardController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Get('/status')
  status() {
    const heldSince = this.options.deliveryHeldSince();
    return { object: 'status', delivery: { state: heldSince === null ? 'running' : 'held', held_since: heldSince } };
  }

  /** The team's part of it: the whole belongs to whoever runs the server. */
  @Get('/queue')
  async queue(@Req() request: FastifyRequest) {
    const query = new GetTeamQueueQuery(callerOf(request).context.teamId);
    return presentQueue(await this.queries.execute(query));
  }

  /** What the actors of a history and the filter of the log are called. */
  @Get('/api-keys')
  async apiKeys(@Req() request: FastifyRequest, @Query() parameters: unknown) {
    const list = new ListApiKeysQuery(callerOf(request).context.teamId, readPage(parameters));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentApiKey), hasMore);
  }

  /** Those that a domain can be in, the default first. */
  @Get('/regions')
  regions() {
    return listOf(
      this.options.regions.map((name) => ({ name })),
      false,
    );
  }

  /** Of the check that was written down last. */
  @Get('/domains/:id/findings')
  async findings(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { teamId } = callerOf(request).context;
    const domainId = pathId(id);
    const domain = await this.queries.execute(new GetDomainQuery(teamId, domainId));
    if (domain === undefined) throw notFound('Domain not found');
    const query = new GetDomainClaimQuery(teamId, domainId);
    const claim = await this.queries.execute(query);
    return presentDomainFindings(domain, claim, this.options.claimPrefix);
  }

  @Get('/domains/:id/dmarc')
  async dmarc(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetDomainDmarcQuery(callerOf(request).context.teamId, pathId(id));
    const finding = await this.queries.execute(query);
    if (finding === undefined) throw notFound('Domain not found');
    return presentDmarc(finding);
  }

  @Get('/emails/:id/timeline')
  async timeline(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetEmailTimelineQuery(callerOf(request).context.teamId, pathId(id));
    const entries = await this.queries.execute(query);
    if (entries === undefined) throw notFound('Email not found');
    return listOf(entries.map(presentTimelineEntry), false);
  }

  @Get('/emails/:id/history')
  async history(@Req() request: FastifyRequest, @Param('id') id: string, @Query() parameters: unknown) {
    const at = readAt(parameters);
    const query = new GetEmailHistoryQuery(callerOf(request).context.teamId, pathId(id), at);
    const history = await this.queries.execute(query);
    if (history === undefined) throw notFound('Email not found');
    return presentHistory(history, at);
  }

  @Get('/emails/:id/captured')
  async captured(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetCapturedMailQuery(callerOf(request).context.teamId, pathId(id));
    const messages = await this.queries.execute(query);
    if (messages === undefined) throw notFound('Email not found');
    return listOf(messages.map(presentCaptured), false);
  }

  @Get('/emails/:id/captured/:number')
  async capturedMessage(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Param('number') number: string,
  ): Promise<void> {
    const { teamId } = callerOf(request).context;
    const query = new GetCapturedMessageQuery(teamId, pathId(id), Number(number), request.holdBytes);
    const message = await this.queries.execute(query);
    if (message === undefined) throw notFound('Email not found');
    if (message === 'busy')
      throw unavailable('The service holds too much in memory right now. Try again later.', retryWhenReadySeconds);
    void reply
      .headers({
        'content-type': 'message/rfc822',
        'content-disposition': contentDisposition(`${id}.eml`),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      .send(message);
  }
}
