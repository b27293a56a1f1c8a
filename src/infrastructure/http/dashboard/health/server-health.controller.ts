import { Controller, Inject, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { GetHealth } from '../../../../application/doctor/health.js';
import { callerOf } from '../../edge/access.js';
import { ApiError } from '../../edge/errors/api-error.js';
import { Answers } from '../../openapi/operation.js';
import { presentHealth } from './health.answers.js';
import { getServerHealth } from './server-health.operations.js';

@Controller()
export class ServerHealthController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @Answers(getServerHealth)
  async get(@Req() request: FastifyRequest) {
    const health = await this.queries.execute(GetHealth({ teamId: callerOf(request).context.teamId }));
    if ('refused' in health) {
      throw new ApiError(403, 'invalid_access', 'How this server is doing is for admins of the first team.');
    }
    return presentHealth(health);
  }
}
