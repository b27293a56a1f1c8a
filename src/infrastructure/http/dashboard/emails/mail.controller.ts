import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GetEmailOverview } from '../../../../application/email/get-email-overview.js';
import { GetEmailSource } from '../../../../application/email/email-source.js';
import { GetShownEmail } from '../../../../application/email/get-shown-email.js';
import { ResendEmail } from '../../../../application/submission/resend-email.js';
import { callerOf } from '../../edge/access.js';
import { contentDisposition } from '../../edge/content-disposition.js';
import { notFound } from '../../edge/errors/api-error.js';
import { emailRefusal } from '../../emails/email.refusals.js';
import { tooMuchHeld } from '../../edge/held-bytes.js';
import { pathId } from '../../edge/uuid.js';
import { readIdempotency } from '../../emails/emails.parameters.js';
import { frameHeaders, frameOf, wantsRemote } from '../../emails/rendering/mail-frame.js';
import { MailRendering } from '../../content-reading/mail-rendering.js';
import { Answers } from '../../openapi/operation.js';
import { presentOverview } from './mail.answers.js';
import * as operations from './mail.operations.js';

/** One mail for the page: its story, its pictures, its source, and sending it again. */
@Controller()
export class DashboardMailController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
  ) {}

  @Answers(operations.getOverview)
  async overview(@Req() request: FastifyRequest, @Param('id') id: string) {
    const overview = await this.queries.execute(
      GetEmailOverview({ teamId: callerOf(request).context.teamId, emailId: pathId(id) }),
    );
    if (overview === undefined) throw notFound('Email not found');
    return presentOverview(overview);
  }

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

  @Answers(operations.resendEmail)
  async resend(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { context, principal } = callerOf(request);
    const idempotency = await readIdempotency(request.headers, '/emails', null);
    const key = idempotency?.key ?? null;
    const command = ResendEmail({
      context,
      principal,
      emailId: pathId(id),
      idempotencyKey: key,
      takeBytes: request.holdBytes,
    });
    const result = await this.commands.execute(command);
    if (!('refused' in result)) return { id: result.emailId };
    throw result.refused === 'not-found' ? notFound('Email not found') : emailRefusal(result);
  }
}
