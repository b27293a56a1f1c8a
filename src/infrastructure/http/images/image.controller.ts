import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { socialIcon } from '../../../application/image/social-icons.js';
import { LoadImage } from '../../../application/image/images.js';
import { notFound } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countImage } from '../edge/rate-limit.js';
import { Answers, open } from '../openapi/operation.js';
import { inPath } from '../openapi/visitor-page.js';

const loadImage = open({
  path: '/images/{name}',
  summary: 'An image of an email',
  description: 'The same bytes under the same address, until it is deleted: caches may keep it for a year.',
  parameters: [inPath('name', 'As in the `url` of the upload.')],
  answer: undefined,
  mediaType: 'image/png',
  errors: { 404: ['not_found'], 429: ['rate_limit_exceeded'], 503: ['application_error'] },
});

/** Without a sign-in and without a cookie, at any host that leads here. */
@Controller()
export class ImageController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(loadImage)
  async load(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('name') name: string,
  ): Promise<Buffer> {
    // Icons need no look into the log, and an email may have many.
    if (socialIcon(name) === undefined) await countImage(this.options, request.ip);
    const found = await this.queries.execute(LoadImage({ name }));
    if (found === undefined) throw notFound('This image is not one of ours, or it was deleted.');
    void reply.headers({
      'content-type': found.contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    });
    return found.bytes;
  }
}
