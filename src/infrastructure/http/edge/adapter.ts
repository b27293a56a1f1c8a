import type { Socket } from 'node:net';
import { parse as parseQuery } from 'node:querystring';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ids } from '../../system/ids.js';
import { trackedLinkRoute } from './answer-hits.js';
import { ApiError } from './errors/api-error.js';

/** For the whole request, its body included: 40 MB over a slow line. */
const requestTimeoutMs = 300_000;
/** Longer path parameters are refused before anything is looked up; an id has 36 characters. */
const maxPathParameterCharacters = 1_000;
/** A tracked link holds where it leads, and emails that were sent hold longer ones than are made today. */
const maxHeaderBytes = 32 * 1024;

/** Fastify as Nest's server, without the parsers and middleware that Nest would add on its own. */
class HttpAdapter extends FastifyAdapter {
  /** Bodies are read by `useJsonBodies`. */
  override registerParserMiddleware(): void {}
}

/**
 * `trustedProxies`: networks whose `X-Forwarded-For` is believed; the client's address is the peer's where there are
 * none.
 */
export function createHttpAdapter(trustedProxies: readonly string[] = []): FastifyAdapter {
  return new HttpAdapter({
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    skipMiddie: true,
    genReqId: ids.next,
    requestTimeout: requestTimeoutMs,
    http: { maxHeaderSize: maxHeaderBytes },
    // While stopping, the readiness hook answers, in the form that clients can read.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: maxHeaderBytes,
      // Some clients put their base URL, with a slash at its end, before a path that begins with one, or end each path
      // with one.
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      querystringParser: filledParameters,
    },
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    frameworkErrors: (error: Error & { readonly code?: string }, request: FastifyRequest, reply: FastifyReply) => {
      const { statusCode, body } = urlError(error.code);
      void reply.code(statusCode).header('x-request-id', request.id).send(body);
    },
    clientErrorHandler,
  });
}

/** A parameter without a value (`?limit=`) is taken for absent, as an empty member of a body is. */
function filledParameters(text: string): Record<string, unknown> {
  const filled = Object.entries(parseQuery(text)).flatMap(([name, value]) => {
    const values = [value].flat().filter((each) => each !== '');
    return values.length === 0 ? [] : [[name, values.length === 1 ? values[0] : values]];
  });
  return Object.fromEntries(filled) as Record<string, unknown>;
}

/** No route has schemas of Fastify's: bodies are read by `Field` rules. Without this it loads two compilers of them. */
function withoutSchemas(): never {
  throw new Error('a route has no schema');
}

function urlError(code: string | undefined): ApiError {
  return code === 'FST_ERR_BAD_URL' ? new ApiError(400, 'validation_error', 'The URL is malformed.') : longParameter();
}

const longParameter = (): ApiError => new ApiError(422, 'invalid_parameter', 'A parameter in the path is too long.');

/** A hook for every route but that of tracked links. */
export function refuseLongParameters(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const parameters = Object.entries((request.params ?? {}) as Readonly<Record<string, string>>);
  const isLong = ([name, value]: readonly [string, string]): boolean =>
    name !== '*' && value.length > maxPathParameterCharacters;
  done(request.routeOptions.url !== trackedLinkRoute && parameters.some(isLong) ? longParameter() : undefined);
}

/** Bytes that never became a request (RFC 9112): Node hands over the bare socket. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { statusCode, body } =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new ApiError(431, 'validation_error', 'The request headers are too large.')
      : new ApiError(400, 'validation_error', 'The request is not valid HTTP, or it took too long.');
  const text = JSON.stringify(body);
  const reason = statusCode === 431 ? 'Request Header Fields Too Large' : 'Bad Request';
  socket.end(
    `HTTP/1.1 ${statusCode} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  );
}
