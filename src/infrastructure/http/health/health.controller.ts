import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Controller, Header, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, unavailable } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions, retryWhenReadySeconds } from '../edge/http-options.js';
import { kept } from '../edge/kept-answer.js';
import { countDescription } from '../edge/rate-limit.js';
import { openApiDocument } from '../openapi/document.js';
import { Answers, type Operation, OPERATIONS } from '../openapi/operation.js';
import { getHealth, getLive, getMetrics, getOpenApi, getReady } from './health.operations.js';
import ipaddr from 'ipaddr.js';

/** Asked for more often, the same answer is given again. */
const keptForMs = 1_000;

/** What an operator's tools ask: is it alive, does it serve, what does it count, what can it do. */
@Controller()
export class HealthController {
  private readonly problems = kept(keptForMs, () => this.options.problems());
  private readonly figures = kept(keptForMs, () => this.options.metrics.registry.metrics());
  private readonly description = kept(Number.POSITIVE_INFINITY, () => this.describeApi());

  constructor(
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
    @Inject(OPERATIONS) private readonly operations: readonly Operation[],
  ) {}

  /** Red where something is wrong, though the process may serve all the same: for alerts, not for balancers. */
  @Answers(getHealth)
  async health() {
    const problems = await this.problems();
    if (problems.length > 0) throw unavailable(problems.join(' '), retryWhenReadySeconds);
    return { status: 'ok' } as const;
  }

  @Answers(getLive)
  live() {
    return { status: 'ok' } as const;
  }

  @Answers(getReady)
  ready() {
    const { ready, accepts, detail } = this.options.readiness();
    if (!ready || !accepts) throw unavailable(detail, retryWhenReadySeconds);
    return { status: 'ready', detail } as const;
  }

  @Answers(getMetrics)
  async metrics(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { metrics, metricsToken = null } = this.options;
    if (metricsToken === null ? !isFromOwnMachine(request) : !isBearer(request, metricsToken)) {
      throw new ApiError(401, 'validation_error', metricsRefused, { 'www-authenticate': 'Bearer' });
    }
    await reply.type(metrics.registry.contentType).send(await this.figures());
  }

  @Answers(getOpenApi)
  @Header('cache-control', 'no-cache')
  async openApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { plain, gzipped } = await this.description();
    const { bytes, etag } = acceptsGzip(request) ? gzipped : plain;
    void reply.headers({ etag, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) {
      await reply.code(304).send();
      return;
    }
    await this.countDescription(request.ip);
    if (bytes === gzipped.bytes) void reply.header('content-encoding', 'gzip');
    await reply.type('application/json; charset=utf-8').send(bytes);
  }

  /** It is hundreds of kilobytes for each client, and needed rarely. */
  private async countDescription(address: string): Promise<void> {
    await countDescription(this.options, address);
  }

  private async describeApi() {
    const document = openApiDocument(this.operations, this.options.publicUrl);
    const bytes = Buffer.from(JSON.stringify(document));
    const digest = createHash('sha256').update(bytes).digest('base64url');
    // An entity tag names the bytes that are sent (RFC 9110 §8.8.3).
    return {
      plain: { bytes, etag: `"${digest}"` },
      gzipped: { bytes: await promisify(gzip)(bytes), etag: `"${digest}-gzip"` },
    };
  }
}

/** The same whether or not a token is set: that is not revealed. */
const metricsRefused =
  'Send the METRICS_TOKEN of this server in the `Authorization: Bearer` header. Without one set, only programs on its own machine see the metrics.';

/** RFC 9110 §12.5.3. */
function acceptsGzip({ headers }: FastifyRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '').split(',');
  return codings.some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
}

/** How long the comparison takes says nothing about the token. */
function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** What a proxy adds to say for whom it asks. */
const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a program on this machine asked, and no proxy on it for somebody else: from a loopback address, to a loopback
 * name, and with none of a proxy's headers. A proxy that rewrites the name and adds no header looks the same, which the
 * documentation of METRICS_TOKEN says.
 */
function isFromOwnMachine({ socket, hostname, headers }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    (hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))) &&
    forwardingHeaders.every((name) => headers[name] === undefined)
  );
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
