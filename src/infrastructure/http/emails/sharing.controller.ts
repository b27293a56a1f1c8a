import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetSharedEmail } from '../../../application/email/share-email.js';
import type { CountOpening } from '../../../application/ports/limit-key.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { readLink, readShareId } from './emails.parameters.js';
import { addressesOf, MailRendering } from '../content-reading/mail-rendering.js';
import { sharedPage, sharedPageHeaders, sharedProblemPage } from './shared-page.js';
import { openSharedEmail } from './sharing.operations.js';

/** What a link shows that opens one email for anyone who has it, until it expires or is revoked. */
@Controller()
export class SharingController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(openSharedEmail)
  async shared(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Errors too: where a link was opened stays between its holder and this server.
    void reply.headers(sharedPageHeaders);
    try {
      return await this.openShared(request, id, query, reply);
    } catch (error) {
      if (!(error instanceof ApiError) || !wantsPage(request)) throw error;
      request.answer = error.body;
      void reply
        .code(error.statusCode)
        .headers({ 'x-request-id': request.id, ...error.headers })
        .type('text/html; charset=utf-8');
      return sharedProblemPage(error);
    }
  }

  private async openShared(request: FastifyRequest, id: string, query: unknown, reply: FastifyReply): Promise<string> {
    const emailId = pathId(id);
    await countHit(this.options, request.ip);
    const shareId = readShareId(query);
    const link = readLink(query);
    const count: CountOpening = (key) => countOpening(this.options, key, request.ip);
    const get = GetSharedEmail({ emailId, shareId, link, takeBytes: request.holdBytes, count });
    const found = await this.queries.execute(get);
    if (found === undefined) throw notFound('This email is not here any more.');
    if ('refused' in found) throw found.refused === 'busy' ? tooMuchHeld() : linkInvalid();
    const { email, beginning = { body: {}, isCut: false }, pictures } = found;
    const rendered = await this.rendering.renderBeginning(beginning, email.teamId ?? '', {
      escaped: true,
      inline: addressesOf(pictures),
    });
    void reply.type('text/html; charset=utf-8');
    request.openedShare = { teamId: email.teamId, emailId, shareId };
    return sharedPage(email, rendered);
  }
}

/** A browser names html first; a program names it not at all, or takes anything. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

function linkInvalid(): ApiError {
  return new ApiError(403, 'invalid_access', 'This link has expired or was revoked, or it is not one of ours.');
}
