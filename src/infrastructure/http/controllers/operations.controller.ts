import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AccessibleTo } from '../access.js';
import { unavailable } from '../errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions, retryWhenReadySeconds } from '../http-options.js';

/** What an operator's tools ask: is it alive, does it serve, what does it count, what can it do. */
@Controller()
export class OperationsController {
  constructor(@Inject(HTTP_OPTIONS) private readonly options: HttpOptions) {}

  @Get('/health/live')
  @AccessibleTo('open')
  live() {
    return { status: 'ok' };
  }

  @Get('/health/ready')
  @AccessibleTo('open')
  ready() {
    const { ready, detail } = this.options.readiness();
    if (!ready) throw unavailable(detail, retryWhenReadySeconds);
    return { status: 'ready', detail };
  }

  /** Red where something is wrong, though the process may serve all the same: for alerts, not for balancers. */
  @Get('/health')
  @AccessibleTo('open')
  async health() {
    const problems = await this.options.problems();
    if (problems.length > 0) throw unavailable(problems.join(' '), retryWhenReadySeconds);
    return { status: 'ok' };
  }

  @Get('/metrics')
  @AccessibleTo('open')
  async metrics(@Res() reply: FastifyReply) {
    const { registry } = this.options.metrics;
    await reply.type(registry.contentType).send(await registry.metrics());
  }

  @Get('/openapi.json')
  @AccessibleTo('open')
  @Header('cache-control', 'no-cache')
  async openApi() {
    // A start is quicker without all its schemas.
    const { openApiDocument } = await import('../openapi/document.js');
    return openApiDocument(this.options.publicUrl);
  }
}
