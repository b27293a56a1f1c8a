import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetSharedEmail, ListShares, RevokeShare, ShareEmail } from '../../../application/email/share-email.js';
import type { CountOpening } from '../../../application/ports/limit-key.js';
import { callerOf } from '../edge/access.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { changedId, refusalError } from '../edge/errors/refusals.js';
import { emailRefusal } from './email.refusals.js';
import { readBody, readOrError } from '../edge/field.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf } from '../edge/page.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { maxShareMs, ShareBody } from './body/share.body.js';
import { presentShare } from './emails.answers.js';
import { readLink, readShareId } from './emails.parameters.js';
import { addressesOf, MailRendering } from '../content-reading/mail-rendering.js';
import { sharedPage, sharedPageHeaders, sharedProblemPage } from './shared-page.js';
import { listShares, openSharedEmail, revokeShare, shareEmail } from './sharing.operations.js';

/** Links that show one mail to anyone who has them, until they expire or are revoked. */
@Controller()
export class SharingController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(shareEmail)
  async share(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const emailId = pathId(id);
    const body = readOrError(readBody(ShareBody, raw ?? {}, 'The request body'));
    const command = ShareEmail({ context: callerOf(request).context, emailId, lifeMs: body.expires_in ?? maxShareMs });
    const shared = await this.commands.execute(command);
    if ('refused' in shared) throw shared.refused === 'not-found' ? notFound('Email not found') : refusalError(shared);
    const { shareId, path, link } = shared;
    const query = `share=${shareId}&expires=${link.expires}&signature=${link.signature}`;
    return {
      object: 'email',
      id: emailId,
      share_id: shareId,
      url: `${this.options.publicUrl}${path}?${query}`,
    } as const;
  }

  @Answers(revokeShare)
  async revoke(@Req() request: FastifyRequest, @Param('id') id: string, @Param('share_id') share: string) {
    const shareId = pathId(share);
    const command = RevokeShare({ context: callerOf(request).context, emailId: pathId(id), shareId });
    const emailId = changedId(await this.commands.execute(command), 'Email', emailRefusal);
    return { object: 'email', id: emailId, share_id: shareId, revoked: true } as const;
  }

  @Answers(listShares)
  async list(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = ListShares({ teamId: callerOf(request).context.teamId, emailId: pathId(id) });
    const shares = await this.queries.execute(query);
    if (shares === undefined) throw notFound('Email not found');
    return listOf(shares.map(presentShare), false);
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
