import { Controller, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetUsage } from '../../../application/usage/get-usage.js';
import { callerOf } from '../edge/access.js';
import { Answers } from '../openapi/operation.js';
import { presentUsage } from './usage.answers.js';
import { getUsage } from './usage.operations.js';

@Controller()
export class UsageController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(getUsage)
  async get(@Req() request: FastifyRequest) {
    const query = GetUsage({ teamId: callerOf(request).context.teamId });
    return presentUsage(await this.queries.execute(query));
  }
}
