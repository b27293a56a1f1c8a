import { Body, Controller, Inject, Param, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetReplay, ListReplays, RequestReplay, StopReplay } from '../../../application/webhook/manage-replays.js';
import { callerOf } from '../edge/access.js';
import { invalid, notFound } from '../edge/errors/api-error.js';
import { changedId } from '../edge/errors/refusals.js';
import { webhookRefusal } from './webhook.refusals.js';
import { readBody, readOrError } from '../edge/field.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentReplay } from './replays.answers.js';
import * as operations from './replays.operations.js';

const object = 'webhook_replay' as const;
const resource = 'Webhook replay';

@Controller()
export class WebhookReplaysController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Answers(operations.requestWebhookReplay)
  async request(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const webhookId = pathId(id);
    const body = readOrError(readBody(operations.RequestReplayBody, raw, 'The request body'));
    const { since, until, status, types, per_second: perSecond } = body;
    if (until !== undefined && until <= since) throw invalid('Invalid `until` field. It must be later than `since`.');
    if (status !== undefined && types !== undefined) {
      throw invalid('Invalid `types` field. What failed is sent again whatever its type.');
    }
    const options = { since, until, status, types, perSecond };
    const command = RequestReplay({ context: callerOf(request).context, webhookId, options });
    return { object, id: changedId(await this.commands.execute(command), 'Webhook', webhookRefusal) };
  }

  @Answers(operations.listWebhookReplays)
  async list(@Req() request: FastifyRequest, @Param('id') id: string) {
    const list = ListReplays({ teamId: callerOf(request).context.teamId, webhookId: pathId(id) });
    const replays = await this.queries.execute(list);
    if (replays === undefined) throw notFound('Webhook not found');
    return listOf(replays.map(presentReplay), false);
  }

  @Answers(operations.getWebhookReplay)
  async get(@Req() request: FastifyRequest, @Param('id') id: string, @Param('replay_id') replayId: string) {
    const get = GetReplay({
      teamId: callerOf(request).context.teamId,
      webhookId: pathId(id),
      replayId: replayId.toLowerCase(),
    });
    const replay = await this.queries.execute(get);
    if (replay === undefined) throw notFound(`${resource} not found`);
    return { object, ...presentReplay(replay) };
  }

  @Answers(operations.stopWebhookReplay)
  async stop(@Req() request: FastifyRequest, @Param('id') id: string, @Param('replay_id') replayId: string) {
    const command = StopReplay({
      context: callerOf(request).context,
      webhookId: pathId(id),
      replayId: replayId.toLowerCase(),
    });
    return { object, id: changedId(await this.commands.execute(command), resource, webhookRefusal) };
  }
}
