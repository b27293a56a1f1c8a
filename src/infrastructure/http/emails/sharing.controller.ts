import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetSharedEmailQuery, ShareEmailQuery } from '../../../application/email/share-email.js';
import { callerOf } from '../edge/access.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { readBody, readOrError } from '../edge/field.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { rateLimitExceeded } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { maxShareMs, ShareBody } from './body/share.body.js';
import { openSharedEmail, shareEmail } from './emails.operations.js';
import { readLink } from './emails.parameters.js';
import { MailRendering } from './rendering/mail-rendering.js';
import { sharedPage, sharedPageHeaders } from './shared-page.js';

/** Links that show one mail to anyone who has them, until they expire. */
@Controller()
export class SharingController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(shareEmail)
  async share(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const emailId = pathId(id);
    const body = readOrError(readBody(ShareBody, raw ?? {}, 'The request body'));
    const query = new ShareEmailQuery(callerOf(request).context.teamId, emailId, body.expires_in ?? maxShareMs);
    const shared = await this.queries.execute(query);
    if (shared === undefined) throw notFound('Email not found');
    const { path, link } = shared;
    const url = `${this.options.publicUrl}${path}?expires=${link.expires}&signature=${link.signature}`;
    return { object: 'email', id: emailId, url } as const;
  }

  @Answers(openSharedEmail)
  async shared(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Errors too: where a link was opened stays between its holder and this server.
    void reply.headers(sharedPageHeaders);
    await this.countOpening(pathId(id), request.ip);
    const get = new GetSharedEmailQuery(pathId(id), readLink(query), request.holdBytes);
    const found = await this.queries.execute(get);
    if (found === undefined) throw notFound('This email is not here any more.');
    if ('refused' in found) throw found.refused === 'busy' ? tooMuchHeld() : linkInvalid();
    const { email, body = {} } = found;
    const rendered = await this.rendering.render(body, email.teamId ?? '', { escaped: true });
    void reply.type('text/html; charset=utf-8');
    return sharedPage(email, rendered);
  }

  /** The holder of a link has no key, and a mail of many megabytes is work: its page is made a few times a second at most. */
  private async countOpening(id: string, address: string): Promise<void> {
    const taken = await this.options.linkLimiter?.take(`${id} ${address}`);
    if (taken?.allowed === false) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
  }
}

function linkInvalid(): ApiError {
  return new ApiError(403, 'invalid_access', 'This link has expired, or it is not one of ours.');
}
