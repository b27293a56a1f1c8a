import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import {
  ChangeDomainCommand,
  CreateDomainCommand,
  type DomainChange,
} from '../../../application/sending-domain/manage-domains.js';
import { GetDomainQuery, ListDomainsQuery } from '../../../application/sending-domain/read-domains.js';
import { callerOf } from '../edge/access.js';
import { CreateDomainBody, readDomainChanges, readDomainWish } from './domains.bodies.js';
import { isFailure } from '../edge/field.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { changedId, refusalError } from '../edge/errors/refusals.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { presentDomain, presentDomainRow } from './present-domain.js';
import { listOf } from '../edge/list.js';

@Controller()
export class DomainsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Post('/domains')
  async create(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const wish = readDomainWish(CreateDomainBody, raw, this.options.regions);
    if (isFailure(wish)) throw new ApiError(422, wish.name, wish.message);
    const command = new CreateDomainCommand(callerOf(request).context, wish);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    return this.get(request, result.domainId);
  }

  @Get(['/domains', '/dashboard-api/domains'])
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const list = new ListDomainsQuery(callerOf(request).context.teamId, readPage(query));
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentDomainRow), hasMore);
  }

  @Get('/domains/:id')
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetDomainQuery(callerOf(request).context.teamId, pathId(id));
    const domain = await this.queries.execute(query);
    if (domain === undefined) throw notFound('Domain not found');
    return presentDomain(domain);
  }

  @Patch('/domains/:id')
  async update(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const domainId = pathId(id);
    const changes = readDomainChanges(raw);
    if (isFailure(changes)) throw new ApiError(422, changes.name, changes.message);
    return { object: 'domain', id: await this.change(request, domainId, { type: 'UpdateDomain', changes }) };
  }

  @Delete('/domains/:id')
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const change = { type: 'DeleteDomain', reason: 'asked' } as const;
    return { object: 'domain', id: await this.change(request, pathId(id), change), deleted: true };
  }

  @Post('/domains/:id/verify')
  @HttpCode(200)
  async verify(@Req() request: FastifyRequest, @Param('id') id: string) {
    return { object: 'domain', id: await this.change(request, pathId(id), { type: 'RequestCheck' }) };
  }

  private async change(request: FastifyRequest, domainId: string, change: DomainChange): Promise<string> {
    const command = new ChangeDomainCommand(callerOf(request).context, domainId, change);
    return changedId(await this.commands.execute(command), 'Domain');
  }
}
