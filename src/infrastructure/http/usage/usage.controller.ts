import { Controller, Get, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetUsageQuery } from '../../../application/usage/get-usage.js';
import { callerOf } from '../edge/access.js';
import { presentUsage } from './present-usage.js';

@Controller(['/usage', '/dashboard-api/usage'])
export class UsageController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Get()
  async get(@Req() request: FastifyRequest) {
    const query = new GetUsageQuery(callerOf(request).context.teamId);
    return presentUsage(await this.queries.execute(query));
  }
}
