import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  AddSuppressionsCommand,
  RemoveSuppressionsCommand,
} from '../../../application/suppression/manage-suppressions.js';
import {
  GetSuppressionQuery,
  ListSuppressionsQuery,
  type SuppressionKey,
} from '../../../application/suppression/read-suppressions.js';
import type { SuppressionScope } from '../../../domain/suppression/events.js';
import type { RequestContext } from '../../../application/shared/context.js';
import { callerOf } from '../edge/access.js';
import { isFailure, readBody } from '../edge/field.js';
import { AddSuppressionBody, AddSuppressionsBody, readRemoveSuppressionsBody } from './suppressions.bodies.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { refusalError } from '../edge/errors/refusals.js';
import { defaultLimit, pageOrError, readPage } from '../edge/page.js';
import { readSuppressionKey, readSuppressionOrigin } from './suppression-reference.js';
import { listOf } from '../edge/list.js';
import { presentSuppression } from './present-suppression.js';

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
    const answer = await this.queries.execute(list);
    const { documents, hasMore } = pageOrError(answer);
    return listOf(documents.map(presentSuppression), hasMore);
  }

  @Get(['/suppressions/:suppression', '/dashboard-api/suppressions/:suppression'])
  async get(@Req() request: FastifyRequest, @Param('suppression') key: string) {
    const get = new GetSuppressionQuery(callerOf(request).context.teamId, readSuppressionKey(key));
    const found = await this.queries.execute(get);
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
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return result.ids;
  }

  async #remove(context: RequestContext, keys: readonly SuppressionKey[]) {
    const command = new RemoveSuppressionsCommand(context, keys);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return result.removed;
  }
}
