import { Body, Controller, Inject, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  type ChangeQueueResult,
  PauseReceiver,
  type Receiver,
  ResumeReceiver,
} from '../../../../application/queue/change-queue.js';
import type { Move } from '../../../../application/queue/move-mails.js';
import { MoveTeamMails } from '../../../../application/queue/move-team-mails.js';
import { callerOf } from '../../edge/access.js';
import { ApiError, invalid, notFound, unavailable } from '../../edge/errors/api-error.js';
import { readBody, readOrError } from '../../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { Answers } from '../../openapi/operation.js';
import { presentMoved } from './queue.answers.js';
import * as operations from './queue.operations.js';

/** What people do about mail that waits. */
@Controller()
export class QueueController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.pauseReceiver)
  async pause(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const { domain, reason, until = null } = readOrError(readBody(operations.PauseBody, raw, 'The request body'));
    if (until !== null && Date.parse(until) <= this.options.clock.now()) {
      throw invalid('Invalid `until` field. It lies in the past.');
    }
    const command = PauseReceiver({ context: callerOf(request).context, receiver: { domain }, reason, until });
    return presentChange(await this.commands.execute(command));
  }

  @Answers(operations.resumeReceiver)
  async resume(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const {
      domain,
      pause_id: pause,
      reason = null,
    } = readOrError(readBody(operations.ResumeBody, raw, 'The request body'));
    const receiver: Receiver | undefined = domain === undefined ? pause : { domain };
    if (receiver === undefined) throw invalid('Missing `domain` or `pause_id` field.');
    const command = ResumeReceiver({ context: callerOf(request).context, receiver, reason });
    return presentChange(await this.commands.execute(command));
  }

  @Answers(operations.retryQueue)
  retry(@Req() request: FastifyRequest, @Body() raw: unknown) {
    return this.move('retry', request, raw);
  }

  @Answers(operations.dropQueue)
  drop(@Req() request: FastifyRequest, @Body() raw: unknown) {
    return this.move('drop', request, raw);
  }

  private async move(what: Move['what'], request: FastifyRequest, raw: unknown) {
    const { domain, email_id: emailId, reason } = readOrError(readBody(operations.MoveBody, raw, 'The request body'));
    const chosen = emailId === undefined ? (domain === undefined ? undefined : { domain }) : { emailId };
    if (chosen === undefined) throw invalid('Missing `domain` or `email_id` field.');
    const command = MoveTeamMails({ context: callerOf(request).context, chosen, move: { what, reason } });
    const moved = await this.commands.execute(command);
    if (moved === undefined) throw notFound('Email not found');
    return presentMoved(moved);
  }
}

function presentChange(result: ChangeQueueResult) {
  if ('changed' in result) return { object: 'queue_change', changed: result.changed } as const;
  switch (result.refused) {
    case 'not-first-team':
      throw new ApiError(
        403,
        'invalid_access',
        'This holds back the mail of every team on this server, so it is for admins of the first team.',
      );
    case 'not-paused':
      throw invalid('This is not paused.');
    case 'unavailable':
      throw unavailable('The service cannot take the request right now. Try again later.', result.retryAfterSeconds);
  }
}
