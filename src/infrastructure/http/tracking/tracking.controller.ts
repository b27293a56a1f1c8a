import { Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetOwnPolicy } from '../../../application/sending-domain/own-policy.js';
import { IsTrackingHost } from '../../../application/tracking/follow-link.js';
import { notFound } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit } from '../edge/rate-limit.js';
import { Answers } from '../openapi/operation.js';
import { askForHost, followTracked, readOwnPolicy } from './tracking.routes.js';

/** Links without a sign-in, without a cookie, and kept by no cache. */
@Controller()
export class TrackingController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  /** What `answerHits` did not answer: no link of ours. */
  @Answers(followTracked)
  follow(): never {
    throw notFound('This link is not one of ours, or it leads nowhere any more.');
  }

  @Answers(askForHost)
  async ask(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('domain') domain: unknown,
  ): Promise<string> {
    await countHit(this.options, request.ip);
    const isOurs = await this.queries.execute(IsTrackingHost({ host: String(domain).toLowerCase() }));
    if (!isOurs) throw notFound('No domain has this host.');
    void reply.header('content-type', 'text/plain; charset=utf-8');
    return 'ok';
  }

  @Answers(readOwnPolicy)
  async policy(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    await countHit(this.options, request.ip);
    const text = await this.queries.execute(GetOwnPolicy({ host: request.hostname.toLowerCase() }));
    if (text === undefined) throw notFound('This host has no MTA-STS policy.');
    void reply.header('content-type', 'text/plain; charset=utf-8');
    return text;
  }
}
