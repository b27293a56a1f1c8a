import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { may } from '../../../application/access/may.js';
import {
  ChangeWebhook,
  CreateWebhook,
  DeleteWebhook,
  type EndpointOptions,
  RotateWebhookSecret,
} from '../../../application/webhook/manage-webhooks.js';
import {
  GetWebhookMessage,
  ListWebhookAttempts,
  ListWebhookMessages,
  ReplayWebhookMessage,
} from '../../../application/webhook/read-messages.js';
import { TestWebhook } from '../../../application/webhook/test-webhook.js';
import { GetWebhook, ListWebhooks } from '../../../application/webhook/read-webhooks.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { changedId } from '../edge/errors/refusals.js';
import { webhookRefusal } from './webhook.refusals.js';
import { readBody, readOrError } from '../edge/field.js';
import { defaultLimit, listOf, pageOrError, readLaterPage, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import {
  presentAttempt,
  presentMessage,
  presentOneMessage,
  presentOneWebhook,
  presentTest,
  presentWebhook,
} from './webhooks.answers.js';
import { TestWebhookBody, testWebhook } from './webhook-test.operations.js';
import * as operations from './webhooks.operations.js';

const object = 'webhook' as const;
const resource = 'Webhook';
const message = 'Webhook event';

@Controller()
export class WebhooksController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Answers(operations.createWebhook)
  async create(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(readBody(operations.CreateWebhookBody, raw, 'The request body'));
    const { context } = callerOf(request);
    const command = CreateWebhook({ context, endpoint: body.endpoint, events: body.events, options: optionsOf(body) });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw webhookRefusal(result);
    return { object, id: result.id, signing_secret: result.secret };
  }

  @Answers(operations.listWebhooks)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = ListWebhooks({ teamId: callerOf(request).context.teamId, page });
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentWebhook), hasMore);
  }

  @Answers(operations.getWebhook)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { context, rights } = callerOf(request);
    const found = await this.queries.execute(GetWebhook({ teamId: context.teamId, webhookId: pathId(id) }));
    if (found === undefined) throw notFound(`${resource} not found`);
    return presentOneWebhook(found, may(rights, 'member'));
  }

  @Answers(operations.changeWebhook)
  async change(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const webhookId = pathId(id);
    const body = readOrError(readBody(operations.ChangeWebhookBody, raw, 'The request body'));
    const { endpoint, events, status } = body;
    const changes = { endpoint, events, status, ...optionsOf(body) };
    const command = ChangeWebhook({ context: callerOf(request).context, webhookId, changes });
    return { object, id: changedId(await this.commands.execute(command), resource, webhookRefusal) };
  }

  @Answers(operations.deleteWebhook)
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = DeleteWebhook({ context: callerOf(request).context, webhookId: pathId(id) });
    return {
      object,
      id: changedId(await this.commands.execute(command), resource, webhookRefusal),
      deleted: true,
    } as const;
  }

  @Answers(operations.rotateWebhookSecret)
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = RotateWebhookSecret({ context: callerOf(request).context, webhookId: pathId(id) });
    const result = await this.commands.execute(command);
    if ('secret' in result) return { object, id: result.id, signing_secret: result.secret };
    throw result.refused === 'not-found' ? notFound(`${resource} not found`) : webhookRefusal(result);
  }

  @Answers(testWebhook)
  async test(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const webhookId = pathId(id);
    const { type } = readOrError(readBody(TestWebhookBody, raw, 'The request body'));
    const result = await this.commands.execute(
      TestWebhook({ context: callerOf(request).context, webhookId, messageType: type }),
    );
    if ('test' in result) return presentTest(result);
    throw result.refused === 'not-found' ? notFound(`${resource} not found`) : webhookRefusal(result);
  }

  @Answers(operations.listWebhookMessages)
  async messages(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: unknown) {
    const webhookId = pathId(id);
    const page = { limit: defaultLimit, ...readLaterPage(query, 'msg') };
    const list = ListWebhookMessages({ teamId: callerOf(request).context.teamId, webhookId, page, filter: {} });
    const { documents, hasMore } = pageOrError(there(await this.queries.execute(list), resource));
    return listOf(documents.map(presentMessage), hasMore);
  }

  @Answers(operations.getWebhookMessage)
  async message(@Req() request: FastifyRequest, @Param('id') id: string, @Param('event_id') eventId: string) {
    const get = GetWebhookMessage({
      teamId: callerOf(request).context.teamId,
      webhookId: pathId(id),
      messageId: eventId,
    });
    const found = await this.queries.execute(get);
    if (found === undefined) throw notFound(`${message} not found`);
    return presentOneMessage(found);
  }

  @Answers(operations.listWebhookAttempts)
  async attempts(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('event_id') eventId: string,
    @Query() query: unknown,
  ) {
    const webhookId = pathId(id);
    const page = { limit: defaultLimit, ...readLaterPage(query, 'atmpt') };
    const list = ListWebhookAttempts({ teamId: callerOf(request).context.teamId, webhookId, messageId: eventId, page });
    const { documents, hasMore } = pageOrError(there(await this.queries.execute(list), message));
    return listOf(documents.map(presentAttempt), hasMore);
  }

  @Answers(operations.replayWebhookMessage)
  async replay(@Req() request: FastifyRequest, @Param('id') id: string, @Param('event_id') eventId: string) {
    const command = ReplayWebhookMessage({
      context: callerOf(request).context,
      webhookId: pathId(id),
      messageId: eventId,
    });
    return {
      object: 'webhook_event',
      id: changedId(await this.commands.execute(command), message, webhookRefusal),
    } as const;
  }
}

function optionsOf({
  headers,
  domain_ids: domainIds,
  tags,
  ordered,
  per_second: perSecond,
}: operations.CreateWebhookBody | operations.ChangeWebhookBody): EndpointOptions {
  return { headers, domainIds, tags, ordered, perSecond };
}

/** The list, or 404 where there is nothing that it would be of. */
function there<List extends object>(result: List | { readonly refused: 'not-found' }, what: string): List {
  if ('refused' in result && result.refused === 'not-found') throw notFound(`${what} not found`);
  // What is left has no such refusal.
  return result as List;
}
