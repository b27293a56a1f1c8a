import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../errors/api-error.js';

/** Deeper JSON than any request has a use for; what walks a body later may then recurse. */
const maxDepth = 32;

/** What stands in the body's place when it could not be read. */
export class UnreadableBody {
  constructor(readonly error: ApiError) {}
}

/**
 * The one body parser: JSON, whatever the content type is called when it is absent. A body that cannot be read is kept
 * as a value until the handler's turn: Fastify would close the connection on a parser's error, under a client that is
 * still sending, and the client would see a reset instead of the answer. What is left of the body is read and dropped.
 */
export function useJsonBodies(fastify: FastifyInstance, maxBodyBytes: number): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (request, payload, done) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (body: unknown) => {
      payload.off('data', collect).off('end', parse).resume();
      done(null, body);
    };
    const collect = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) finish(new UnreadableBody(tooLarge(maxBodyBytes)));
      else chunks.push(chunk);
    };
    const parse = () => finish(readJson(request, bytes, chunks));
    if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
      finish(new UnreadableBody(tooLarge(maxBodyBytes)));
      return;
    }
    payload.on('data', collect).on('end', parse).on('error', done);
  });
  fastify.addHook('preHandler', async (request) => {
    if (request.body instanceof UnreadableBody && !request.is404) throw request.body.error;
  });
}

/** Undefined for an empty body: some clients announce JSON on every request and send none. */
function readJson(request: FastifyRequest, bytes: number, chunks: readonly Buffer[]): unknown {
  if (bytes === 0) return undefined;
  const mediaType = (request.headers['content-type'] ?? 'application/json').split(';', 1)[0] ?? '';
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return new UnreadableBody(invalid('The request body must be JSON, sent with `Content-Type: application/json`.'));
  }
  const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)).toString('utf8');
  let body: unknown;
  try {
    body = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return new UnreadableBody(new ApiError(400, 'validation_error', 'The request body is not valid JSON.'));
  }
  if (isDeeperThan(body, maxDepth)) return new UnreadableBody(invalid('The request body is nested too deeply.'));
  return body;
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const member of Object.values(value)) {
    if (isDeeperThan(member, depth - 1)) return true;
  }
  return false;
}

function tooLarge(maxBodyBytes: number): ApiError {
  return new ApiError(
    413,
    'validation_error',
    `The request body is too large. It holds at most ${maxBodyBytes} bytes.`,
  );
}
