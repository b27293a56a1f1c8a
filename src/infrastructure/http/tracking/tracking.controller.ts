import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FollowLink, IsTrackingHost } from '../../../application/tracking/follow-link.js';
import { notFound } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit } from '../edge/rate-limit.js';
import { Answers } from '../openapi/operation.js';
import { askForHost, followTracked } from './tracking.routes.js';

/** A transparent GIF of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const maxUserAgentCharacters = 512;
const maxPurposeCharacters = 64;

/** Links without a sign-in, without a cookie, and kept by no cache. */
@Controller()
export class TrackingController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(followTracked)
  async follow(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<Buffer | string> {
    await countHit(this.options, request.ip);
    const { headers } = request;
    const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz']]
      .flat()
      .find((each) => each !== undefined);
    const target = await this.queries.execute(
      FollowLink({
        host: hostOf(request),
        token,
        seen: {
          method: request.method === 'HEAD' ? 'HEAD' : 'GET',
          ipAddress: request.ip,
          userAgent: headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? '',
          ...(purpose === undefined ? {} : { purpose: purpose.slice(0, maxPurposeCharacters) }),
        },
        isPrivate: headers['sec-gpc'] === '1',
      }),
    );
    if (target === undefined) throw notFound('This link is not one of ours, or it leads nowhere any more.');
    void reply.headers({
      'cache-control': 'no-store, private',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (target === 'picture') {
      void reply.header('content-type', 'image/gif');
      return picture;
    }
    void reply.code(302).headers({ location: target.url, 'content-type': 'text/plain; charset=utf-8' });
    return '';
  }

  @Answers(askForHost)
  async ask(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('domain') domain: unknown,
  ): Promise<string> {
    await countHit(this.options, request.ip);
    const isOurs = await this.queries.execute(IsTrackingHost({ host: String(domain).toLowerCase() }));
    if (!isOurs) throw notFound('No domain has this tracking host.');
    void reply.header('content-type', 'text/plain; charset=utf-8');
    return 'ok';
  }
}

/** As the client asked for it, without the port. */
const hostOf = ({ hostname }: FastifyRequest): string => hostname.toLowerCase();
