import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { may } from '../../../application/access/may.js';
import { GetCapturedMail, GetCapturedMessage } from '../../../application/email/get-captured-mail.js';
import { GetShownEmail } from '../../../application/email/get-shown-email.js';
import { GetEmailHistory, GetEmailTimeline } from '../../../application/email/email-history.js';
import type { ReadMessage } from '../../../application/ports/captured-mail.js';
import type { EmailBody } from '../../../application/ports/mail-composer.js';
import { callerOf } from '../edge/access.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { sendInSlices } from '../edge/large-answers.js';
import { asLongRead } from '../edge/long-reads.js';
import { listOf } from '../edge/page.js';
import { RouteTable } from '../edge/route-table.js';
import { pathId } from '../edge/uuid.js';
import { readAt } from '../emails/emails.parameters.js';
import { addressesOf, MailRendering, namesRemotePictures } from '../content-reading/mail-rendering.js';
import { troubleInWords } from '../../../application/delivery/trouble/trouble.js';
import { Answers } from '../openapi/operation.js';
import { presentCaptured, presentHistory, presentInstallation, presentTimelineEntry } from './dashboard.answers.js';
import * as operations from './dashboard.operations.js';

/** What the dashboard shows beyond the public contract. */
@Controller()
export class DashboardController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
    @Inject(RouteTable) private readonly routes: RouteTable,
  ) {}

  @Answers(operations.getStatus)
  status() {
    const heldSince = this.options.deliveryHeldSince();
    const state = heldSince === null ? 'running' : 'held';
    const troubles = this.options.deliveryTroubles().map(({ kind, since }) => {
      return { kind, problem: troubleInWords(kind).problem, since };
    });
    return { object: 'status', delivery: { state, held_since: heldSince, troubles } } as const;
  }

  /** Those that a domain can be in, the default first. */
  @Answers(operations.listRegions)
  regions() {
    return listOf(
      this.options.regions.map((name) => ({ name })),
      false,
    );
  }

  @Answers(operations.getInstallation)
  installation(@Req() request: FastifyRequest) {
    const { context, rights } = callerOf(request);
    const speaksForServer = context.teamId === this.options.firstTeamId && may(rights, 'person admin');
    const isServed = (url: string) => this.routes.entries().some((route) => route.url === url);
    return presentInstallation(this.options.installation, isServed, speaksForServer);
  }

  /** As a page may show it: its html is made safe, and no more than a reader looks at. */
  @Answers(operations.getPreview)
  async preview(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { teamId } = callerOf(request).context;
    const found = await this.queries.execute(
      GetShownEmail({ teamId, emailId: pathId(id), takeBytes: request.holdBytes }),
    );
    if (found === undefined) throw notFound('Email not found');
    if ('refused' in found) throw tooMuchHeld();
    const { beginning = { body: {}, isCut: false }, pictures } = found;
    const inline = addressesOf(pictures);
    const { html, text, cut } = await this.rendering.renderBeginning(beginning, teamId, { escaped: false, inline });
    const remote = namesRemotePictures(beginning.body.html ?? '');
    return { object: 'email_preview', html, text, cut, remote_images: remote } as const;
  }

  @Answers(operations.getTimeline)
  async timeline(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetEmailTimeline({ teamId: callerOf(request).context.teamId, emailId: pathId(id) });
    const entries = await this.queries.execute(query);
    if (entries === undefined) throw notFound('Email not found');
    return listOf(entries.map(presentTimelineEntry), false);
  }

  @Answers(operations.getHistory)
  async history(@Req() request: FastifyRequest, @Param('id') id: string, @Query() parameters: unknown) {
    const at = readAt(parameters);
    const query = GetEmailHistory({ teamId: callerOf(request).context.teamId, emailId: pathId(id), at });
    const history = await asLongRead(this.options, request, () => this.queries.execute(query));
    if (history === undefined) throw notFound('Email not found');
    return presentHistory(history, at);
  }

  @Answers(operations.listCaptured)
  async captured(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    const { teamId } = callerOf(request).context;
    const query = GetCapturedMail({ teamId, emailId: pathId(id) });
    const messages = await this.queries.execute(query);
    if (messages === undefined) throw notFound('Email not found');
    const rendered = await this.rendering.renderAll(messages, ({ read }) => bodyOf(read), teamId);
    const shown = rendered.map(([message, mail]) => presentCaptured(message, mail));
    sendInSlices(reply, [...messages.map(({ raw }) => ({ text: raw })), ...messages.map(({ read }) => bodyOf(read))]);
    return listOf(shown, false);
  }

  @Answers(operations.getCapturedMessage)
  async capturedMessage(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Param('number') number: string,
  ): Promise<void> {
    const { teamId } = callerOf(request).context;
    const query = GetCapturedMessage({ teamId, emailId: pathId(id), number: Number(number), hold: request.holdBytes });
    const message = await this.queries.execute(query);
    if (message === undefined) throw notFound('Email not found');
    if (message === 'busy') throw tooMuchHeld();
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

function bodyOf(read: ReadMessage | null): EmailBody {
  const { html = null, text = null } = read ?? {};
  return { ...(html === null ? {} : { html }), ...(text === null ? {} : { text }) };
}
