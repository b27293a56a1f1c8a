import { Body, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ClaimDomainCommand,
  GetDomainClaimQuery,
  RequestClaimCheckCommand,
} from '../../../application/sending-domain/claims/claim-domain.js';
import { callerOf } from '../edge/access.js';
import { ClaimDomainBody, readDomainWish } from './domains.bodies.js';
import { isFailure } from '../edge/field.js';
import { ApiError, notFound } from '../edge/errors/api-error.js';
import { refusalError } from '../edge/errors/refusals.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { pathId } from '../edge/uuid.js';
import { presentDomainClaim } from './present-domain-claim.js';

@Controller('/domains')
export class DomainClaimsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Post('claim')
  async create(@Req() request: FastifyRequest, @Body() raw: unknown, @Res({ passthrough: true }) reply: FastifyReply) {
    const wish = readDomainWish(ClaimDomainBody, raw, this.options.regions);
    if (isFailure(wish)) throw new ApiError(422, wish.name, wish.message);
    const command = new ClaimDomainCommand(callerOf(request).context, wish);
    const result = await this.commands.execute(command);
    if ('refused' in result) throw refusalError(result);
    void reply.code(result.isNew ? 201 : 200);
    return presentDomainClaim(result.claim, this.options.claimPrefix);
  }

  @Get(':id/claim')
  async get(@Req() request: FastifyRequest, @Param('id') id: string) {
    const query = new GetDomainClaimQuery(callerOf(request).context.teamId, pathId(id));
    const claim = await this.queries.execute(query);
    if (claim === undefined) throw notFound('Domain claim not found');
    return presentDomainClaim(claim, this.options.claimPrefix);
  }

  @Post(':id/claim/verify')
  @HttpCode(200)
  async verify(@Req() request: FastifyRequest, @Param('id') id: string) {
    const command = new RequestClaimCheckCommand(callerOf(request).context, pathId(id));
    const result = await this.commands.execute(command);
    if ('claim' in result) return presentDomainClaim(result.claim, this.options.claimPrefix);
    if (result.refused === 'not-found') throw notFound('Domain claim not found');
    throw refusalError(result);
  }
}
