import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChangeDomain, CreateDomain, type DomainChange } from '../../../application/sending-domain/manage-domains.js';
import { GetDomain, ListDomains } from '../../../application/sending-domain/read-domains.js';
import {
  ClaimDomain,
  GetDomainClaim,
  RequestClaimCheck,
} from '../../../application/sending-domain/claims/claim-domain.js';
import { callerOf } from '../edge/access.js';
import { notFound } from '../edge/errors/api-error.js';
import { changedId } from '../edge/errors/refusals.js';
import { domainRefusal } from './domain.refusals.js';
import { readOrError } from '../edge/field.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { listOf, pageOrError, readPage } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { presentDomain, presentDomainClaim, presentDomainRow } from './domains.answers.js';
import { ClaimDomainBody, CreateDomainBody, readDomainChanges, readNewDomain } from './domains.bodies.js';
import * as operations from './domains.operations.js';

const object = 'domain' as const;

/** Domains, and the claims on names that other teams hold. */
@Controller()
export class DomainsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.createDomain)
  async create(@Req() request: FastifyRequest, @Body() raw: unknown) {
    const settings = readOrError(readNewDomain(CreateDomainBody, raw, this.options.regions));
    const command = CreateDomain({ context: callerOf(request).context, settings });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw domainRefusal(result);
    return this.get(request, result.domainId);
  }

  @Answers(operations.claimDomain)
  async claim(@Req() request: FastifyRequest, @Body() raw: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    const settings = readOrError(readNewDomain(ClaimDomainBody, raw, this.options.regions));
    const command = ClaimDomain({ context: callerOf(request).context, settings });
    const result = await this.commands.execute(command);
    if ('refused' in result) throw domainRefusal(result);
    void reply.code(result.isNew ? 201 : 200);
    return presentDomainClaim(result.claim, this.options.claimPrefix);
  }

  @Answers(operations.getDomainClaim)
  async getClaim(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetDomainClaim({ teamId: callerOf(request).context.teamId, domainId: pathId(id) });
    const claim = await this.queries.execute(query);
    if (claim === undefined) throw notFound('Domain claim not found');
    return presentDomainClaim(claim, this.options.claimPrefix);
  }

  @Answers(operations.verifyDomainClaim)
  async verifyClaim(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = RequestClaimCheck({ context: callerOf(request).context, domainId: pathId(id) });
    const result = await this.commands.execute(command);
    if ('claim' in result) return presentDomainClaim(result.claim, this.options.claimPrefix);
    if (result.refused === 'not-found') throw notFound('Domain claim not found');
    throw domainRefusal(result);
  }

  @Answers(operations.listDomains)
  async list(@Req() request: FastifyRequest, @Query() query: unknown) {
    const list = ListDomains({ teamId: callerOf(request).context.teamId, page: readPage(query) });
    const { documents, hasMore } = pageOrError(await this.queries.execute(list));
    return listOf(documents.map(presentDomainRow), hasMore);
  }

  @Answers(operations.getDomain)
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = GetDomain({ teamId: callerOf(request).context.teamId, domainId: pathId(id) });
    const domain = await this.queries.execute(query);
    if (domain === undefined) throw notFound('Domain not found');
    return presentDomain(domain);
  }

  @Answers(operations.changeDomain)
  async update(@Req() request: FastifyRequest, @Param('id') id: string, @Body() raw: unknown) {
    const domainId = pathId(id);
    const changes = readOrError(readDomainChanges(raw));
    return { object, id: await this.change(request, domainId, { type: 'UpdateDomain', changes }) };
  }

  @Answers(operations.deleteDomain)
  async delete(@Req() request: FastifyRequest, @Param('id') id: string) {
    const change = { type: 'DeleteDomain', reason: 'asked' } as const;
    return { object, id: await this.change(request, pathId(id), change), deleted: true } as const;
  }

  @Answers(operations.verifyDomain)
  async verify(@Req() request: FastifyRequest, @Param('id') id: string) {
    return { object, id: await this.change(request, pathId(id), { type: 'RequestCheck' }) };
  }

  private async change(request: FastifyRequest, domainId: string, change: DomainChange): Promise<string> {
    const command = ChangeDomain({ context: callerOf(request).context, domainId, change });
    return changedId(await this.commands.execute(command), 'Domain', domainRefusal);
  }
}
