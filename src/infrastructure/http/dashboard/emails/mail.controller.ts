import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetEmailSource } from '../../../../application/email/email-source.js';
import { GetShownEmail } from '../../../../application/email/get-shown-email.js';
import { callerOf } from '../../edge/access.js';
import { contentDisposition } from '../../edge/content-disposition.js';
import { notFound } from '../../edge/errors/api-error.js';
import { tooMuchHeld } from '../../edge/held-bytes.js';
import { pathId } from '../../edge/uuid.js';
import { frameHeaders, frameOf, wantsRemote } from '../../emails/rendering/mail-frame.js';
import { MailRendering } from '../../content-reading/mail-rendering.js';
import { Answers } from '../../openapi/operation.js';
import * as operations from './mail.operations.js';

/** One email as a document for a frame, and its source. */
@Controller()
export class DashboardMailController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
  ) {}

  @Answers(operations.getFrame)
  async frame(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() parameters: unknown,
  ) {
    const { teamId } = callerOf(request).context;
    const found = await this.queries.execute(
      GetShownEmail({ teamId, emailId: pathId(id), takeBytes: request.holdBytes }),
    );
    if (found === undefined) throw notFound('Email not found');
    if ('refused' in found) throw tooMuchHeld();
    const remote = wantsRemote(parameters);
    void reply.headers(frameHeaders(remote));
    return frameOf(this.rendering, teamId, found, remote);
  }

  @Answers(operations.getSource)
  async source(@Req() request: FastifyRequest, @Res() reply: FastifyReply, @Param('id') id: string): Promise<void> {
    const query = GetEmailSource({
      teamId: callerOf(request).context.teamId,
      emailId: pathId(id),
      takeBytes: request.holdBytes,
    });
    const source = await this.queries.execute(query);
    if (source === undefined) throw notFound('Email not found');
    if (source === 'busy') throw tooMuchHeld();
    void reply
      .headers({
        'content-type': 'message/rfc822',
        'content-disposition': contentDisposition(`${id}.eml`),
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .send(source);
  }
}
