import { Body, Controller, Inject, Param, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  CreateApiKey,
  type CreateApiKeyResult,
  DeleteApiKey,
  RenameApiKey,
} from '../../../application/api-key/manage-api-keys.js';
import { ListApiKeys } from '../../../application/api-key/list-api-keys.js';
import { callerOf } from '../edge/access.js';
import { invalid } from '../edge/errors/api-error.js';
import { changedId, refusalError, type Refused, refusalsOf } from '../edge/errors/refusals.js';
import { readBody, readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentApiKey } from './api-keys.answers.js';
import * as operations from './api-keys.operations.js';

const object = 'api_key' as const;
const resource = 'API key';

const keyRefusal = refusalsOf<Refused<CreateApiKeyResult>>({
  'domain-not-found': () => invalid('Invalid `domain_id` field. No domain of yours has this id.'),
});

@Controller()
export class ApiKeysController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.createApiKey)
  async create(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const body = readOrError(operations.readCreateApiKeyBody(raw));
    const { name, permission = 'full_access', domain_id: domainId = null, expires_at: expiresAt } = body;
    if (expiresAt !== undefined && Date.parse(expiresAt) <= this.options.clock.now()) {
      throw invalid('Invalid `expires_at` field. It lies in the past.');
    }
    const command = CreateApiKey({ context: callerOf(request).context, name, permission, domainId, expiresAt });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw keyRefusal(result);
    return { object, id: result.id, token: result.token };
  }

  @Answers(operations.listApiKeys)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const list = ListApiKeys({ teamId: callerOf(request).context.teamId, page: readPage(query) });
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentApiKey), hasMore);
  }

  @Answers(operations.renameApiKey)
  async rename(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const apiKeyId = pathId(id);
    const body = readOrError(readBody(operations.RenameApiKeyBody, raw, 'The request body'));
    const command = RenameApiKey({ context: callerOf(request).context, apiKeyId, name: body.name });
    const result = await this.commands.execute(command);
    return { object, id: changedId(result, resource, refusalError) };
  }

  @Answers(operations.deleteApiKey)
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = DeleteApiKey({ context: callerOf(request).context, apiKeyId: pathId(id) });
    const result = await this.commands.execute(command);
    return { object, id: changedId(result, resource, refusalError), deleted: true } as const;
  }
}
