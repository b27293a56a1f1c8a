import type { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FollowLink, type FollowLinkResult } from '../../../application/tracking/follow-link.js';
import type { HttpOptions } from './http-options.js';
import { countHit } from './rate-limit.js';

export const trackedLinkRoute = '/t/:token';

/** A transparent GIF of one pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const maxUserAgentCharacters = 512;
const maxPurposeCharacters = 64;

/** Without a cookie, and kept by no cache. */
const answerFields = {
  'cache-control': 'no-store, private',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/**
 * Answers tracked links and pictures before anything else is done for a request: they come at a higher rate than all
 * else, and need no key, no body and no record. What is no link of ours goes on to its route, which answers 404.
 */
export function answerHits(commands: CommandBus, options: Pick<HttpOptions, 'hitLimiter' | 'callerScope'>) {
  const scope = options.callerScope;
  const follow = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await countHit(options, request.ip);
    const execute = () => commands.execute(FollowLink(asked(request)));
    const result = await (scope === undefined ? execute() : scope.run({ kind: 'nobody' }, execute));
    if (result !== undefined) answer(result, request, reply);
  };
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (request.routeOptions.url === trackedLinkRoute) void follow(request, reply).then(() => done(), done);
    else done();
  };
}

function asked(request: FastifyRequest) {
  const { headers, hostname, ip: ipAddress, method, params } = request;
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz']]
    .flat()
    .find((each) => each !== undefined);
  return {
    // As the client asked for it, without the port.
    host: hostname.toLowerCase(),
    token: (params as { readonly token: string }).token,
    seen: {
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      ipAddress,
      userAgent: headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? '',
      ...(purpose === undefined ? {} : { purpose: purpose.slice(0, maxPurposeCharacters) }),
    },
    isPrivate: headers['sec-gpc'] === '1',
  } as const;
}

function answer(result: Exclude<FollowLinkResult, undefined>, { id }: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const fields = { ...answerFields, 'x-request-id': id };
  if (result === 'picture') {
    reply.raw.writeHead(200, { ...fields, 'content-type': 'image/gif', 'content-length': picture.length });
    reply.raw.end(picture);
    return;
  }
  const { url: location } = result;
  reply.raw.writeHead(302, { ...fields, location, 'content-type': 'text/plain; charset=utf-8', 'content-length': 0 });
  reply.raw.end();
}
