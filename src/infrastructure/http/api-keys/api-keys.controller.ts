import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  CreateApiKeyCommand,
  DeleteApiKeyCommand,
  RenameApiKeyCommand,
} from '../../../application/api-key/manage-api-keys.js';
import { ListApiKeysQuery } from '../../../application/api-key/list-api-keys.js';
import { callerOf } from '../edge/access.js';
import { RenameApiKeyBody, readCreateApiKeyBody } from './api-keys.bodies.js';
import { isFailure, readBody } from '../edge/field.js';
import { ApiError } from '../edge/errors/api-error.js';
import { changedId, refusalError } from '../edge/errors/refusals.js';
import { pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { presentApiKey } from './present-api-key.js';
import { listOf } from '../edge/list.js';

const resource = 'API key';

@Controller('/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {}

  @Post()
  async create(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readCreateApiKeyBody(raw);
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const { name, permission = 'full_access', domain_id: domainId = null } = body;
    const command = new CreateApiKeyCommand(callerOf(request).context, name, permission, domainId);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return { object: 'api_key', id: result.id, token: result.token };
  }

  @Get()
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const list = new ListApiKeysQuery(callerOf(request).context.teamId, readPage(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentApiKey), hasMore);
  }

  @Patch(':id')
  async rename(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const apiKeyId = pathId(id);
    const body = readBody(RenameApiKeyBody, raw, 'The request body');
    if (isFailure(body)) throw new ApiError(422, body.name, body.message);
    const command = new RenameApiKeyCommand(callerOf(request).context, apiKeyId, body.name);
    const result = await this.commands.execute(command);
    return { object: 'api_key', id: changedId(result, resource) };
  }

  @Delete(':id')
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = new DeleteApiKeyCommand(callerOf(request).context, pathId(id));
    const result = await this.commands.execute(command);
    return { object: 'api_key', id: changedId(result, resource), deleted: true };
  }
}
