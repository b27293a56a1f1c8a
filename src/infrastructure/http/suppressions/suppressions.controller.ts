import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { AddSuppressions, RemoveSuppressions } from '../../../application/suppression/manage-suppressions.js';
import {
  GetSuppression,
  ListSuppressions,
  type SuppressionKey,
} from '../../../application/suppression/read-suppressions.js';
import type { SuppressionScope } from '../../../domain/suppression/events.js';
import type { RequestContext } from '../../../application/shared/context.js';
import { callerOf } from '../edge/access.js';
import { readBody, readOrError } from '../edge/field.js';
import { notFound } from '../edge/errors/api-error.js';
import { refusalError } from '../edge/errors/refusals.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { asSearch } from '../edge/long-reads.js';
import { defaultLimit, listOfPage, pageOrError, readPage } from '../edge/page.js';
import { Answers } from '../openapi/operation.js';
import { presentSuppression } from './suppressions.answers.js';
import {
  AddSuppressionBody,
  AddSuppressionsBody,
  readRemoveSuppressionsBody,
  readSuppressionKey,
  readSuppressionFilter,
} from './suppressions.bodies.js';
import * as operations from './suppressions.operations.js';

const object = 'suppression' as const;
const missing = 'Suppression not found';

@Controller()
export class SuppressionsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.addSuppression)
  async add(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(readBody(AddSuppressionBody, raw, 'The request body'));
    const [id] = await this.#add(callerOf(request).context, [body.email], body.scope);
    if (id === undefined) throw new Error('each address that is added has an entry');
    return { object, id };
  }

  @Answers(operations.addSuppressions)
  async addMany(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(readBody(AddSuppressionsBody, raw, 'The request body'));
    const ids = await this.#add(callerOf(request).context, body.emails, body.scope);
    return { data: ids.map((id) => ({ object, id })) };
  }

  @Answers(operations.removeSuppressions)
  async removeMany(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const keys = readOrError(readRemoveSuppressionsBody(raw));
    const removed = await this.#remove(callerOf(request).context, keys);
    return { data: removed.map(({ id, deleted }) => ({ object, id, deleted })) };
  }

  @Answers(operations.listSuppressions)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const page = { limit: defaultLimit, ...readPage(query) };
    const filter = readSuppressionFilter(query);
    const list = ListSuppressions({ teamId: callerOf(request).context.teamId, only: filter, page });
    const found = pageOrError(await asSearch(this.options, request, filter, () => this.queries.execute(list)));
    return listOfPage(found, presentSuppression);
  }

  @Answers(operations.getSuppression)
  async get(@Req() request: FastifyRequest, @Param('suppression') key: string) {
    const get = GetSuppression({ teamId: callerOf(request).context.teamId, key: readSuppressionKey(key) });
    const found = await this.queries.execute(get);
    if (found === undefined) throw notFound(missing);
    return { object, ...presentSuppression(found) };
  }

  @Answers(operations.removeSuppression)
  async remove(@Req() request: FastifyRequest, @Param('suppression') key: string) {
    const [removed] = await this.#remove(callerOf(request).context, [readSuppressionKey(key)]);
    if (removed?.deleted !== true) throw notFound(missing);
    return { object, id: removed.id, deleted: true } as const;
  }

  async #add(
    context: RequestContext,
    addresses: readonly string[],
    scope: SuppressionScope = 'all',
  ): Promise<readonly string[]> {
    const command = AddSuppressions({ context, addresses, scope });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return result.ids;
  }

  async #remove(context: RequestContext, keys: readonly SuppressionKey[]) {
    const command = RemoveSuppressions({ context, keys });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return result.removed;
  }
}
