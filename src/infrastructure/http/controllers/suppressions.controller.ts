import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  AddSuppressionsCommand,
  type AddSuppressionsResult,
  GetSuppressionQuery,
  type GetSuppressionResult,
  ListSuppressionsQuery,
  type ListSuppressionsResult,
  RemoveSuppressionsCommand,
  type RemoveSuppressionsResult,
  type SuppressionKey,
} from '../../../application/suppression/suppression.messages.js';
import type { SuppressionScope } from '../../../domain/suppression/events.js';
import type { RequestContext } from '../../../application/shared/context.js';
import { callerOf } from '../access.js';
import { isFailure, readBody } from '../body/field.js';
import { AddSuppressionBody, AddSuppressionsBody, readRemoveSuppressionsBody } from '../body/suppression.bodies.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { refusalError } from '../errors/refusals.js';
import { defaultLimit, pageOrError, readPage } from '../params/page.js';
import { readSuppressionKey, readSuppressionOrigin } from '../params/suppression.js';
import { listOf } from '../presenters/list.js';
import { presentSuppression } from '../presenters/suppression.js';

const object = 'suppression' as const;
const missing = 'Suppression not found';

@Controller()
export class SuppressionsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Post('/suppressions')
  async add(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readBody(AddSuppressionBody, raw, 'The request body');
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const [id] = await this.#add(callerOf(request).context, [body.email], body.scope);
    return { object, id };
  }

  @Post('/suppressions/batch/add')
  async addMany(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readBody(AddSuppressionsBody, raw, 'The request body');
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const ids = await this.#add(callerOf(request).context, body.emails, body.scope);
    return { data: ids.map((id) => ({ object, id })) };
  }

  @Post('/suppressions/batch/remove')
  @HttpCode(200)
  async removeMany(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const keys = readRemoveSuppressionsBody(raw);
    if (isFailure(keys)) throw new ApiError(422, keys.name, keys.message);
    const removed = await this.#remove(callerOf(request).context, keys);
    return { data: removed.map(({ id, deleted }) => ({ object, id, deleted })) };
  }

  @Get(['/suppressions', '/dashboard-api/suppressions'])
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const list = new ListSuppressionsQuery(callerOf(request).context.teamId, readSuppressionOrigin(query), page);
    const answer = await this.queries.execute<ListSuppressionsQuery, ListSuppressionsResult>(list);
    const { documents, hasMore } = pageOrError(answer);
    return listOf(documents.map(presentSuppression), hasMore);
  }

  @Get(['/suppressions/:suppression', '/dashboard-api/suppressions/:suppression'])
  async get(@Req() request: FastifyRequest, @Param('suppression') key: string) {
    const get = new GetSuppressionQuery(callerOf(request).context.teamId, readSuppressionKey(key));
    const found = await this.queries.execute<GetSuppressionQuery, GetSuppressionResult>(get);
    if (found === undefined) throw notFound(missing);
    return { object, ...presentSuppression(found) };
  }

  @Delete('/suppressions/:suppression')
  async remove(@Req() request: FastifyRequest, @Param('suppression') key: string) {
    const [removed] = await this.#remove(callerOf(request).context, [readSuppressionKey(key)]);
    if (removed?.deleted !== true) throw notFound(missing);
    return { object, id: removed.id, deleted: true };
  }

  async #add(
    context: RequestContext,
    addresses: readonly string[],
    scope: SuppressionScope = 'all',
  ): Promise<readonly string[]> {
    const command = new AddSuppressionsCommand(context, addresses, scope);
    const result = await this.commands.execute<AddSuppressionsCommand, AddSuppressionsResult>(command);
    if ('refused' in result) throw refusalError(result);
    return result.ids;
  }

  async #remove(context: RequestContext, keys: readonly SuppressionKey[]) {
    const command = new RemoveSuppressionsCommand(context, keys);
    const result = await this.commands.execute<RemoveSuppressionsCommand, RemoveSuppressionsResult>(command);
    if ('refused' in result) throw refusalError(result);
    return result.removed;
  }
}
