import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetSharedEmailQuery, ShareEmailQuery } from '../../../application/email/share-email.js';
import { AccessibleTo, callerOf } from '../edge/access.js';
import { isFailure, readBody } from '../edge/field.js';
import { maxShareMs, ShareBody } from './body/share.body.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { readLink } from './link.js';
import { rateLimitExceeded } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { sharedPage, sharedPageHeaders } from './shared-page.js';

/** Links that show one mail to whoever holds them, until they expire. */
@Controller()
export class SharingController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Post('/emails/:id/share')
  @HttpCode(200)
  async share(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const emailId = pathId(id);
    const body = readBody(ShareBody, raw ?? {}, 'The request body');
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const query = new ShareEmailQuery(callerOf(request).context.teamId, emailId, body.expires_in ?? maxShareMs);
    const shared = await this.queries.execute(query);
    if (shared === undefined) throw notFound('Email not found');
    const { path, link } = shared;
    const url = `${this.options.publicUrl}${path}?expires=${link.expires}&signature=${link.signature}`;
    return { object: 'email', id: emailId, url };
  }

  @Get('/share/:id')
  @AccessibleTo('open')
  async shared(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Errors too: where a link was opened stays between its holder and this server.
    void reply.headers(sharedPageHeaders);
    await this.countOpening(pathId(id), request.ip);
    const get = new GetSharedEmailQuery(pathId(id), readLink(query));
    const found = await this.queries.execute(get);
    if (found === undefined) throw notFound('This email is not here any more.');
    if ('refused' in found)
      throw new ApiError(403, 'invalid_access', 'This link has expired, or it is not one of ours.');
    void reply.type('text/html; charset=utf-8');
    return sharedPage(found.email, found.body);
  }

  /** The holder of a link has no key, and a mail of many megabytes is work: its page is made a few times a second at most. */
  private async countOpening(id: string, address: string): Promise<void> {
    const taken = await this.options.linkLimiter?.take(`${id} ${address}`);
    if (taken?.allowed === false) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
  }
}
