import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalid } from './errors/api-error.js';
import { type FormBody, readForm } from './form-body.js';
import { bodyError, maxKeylessBytes, tooMuchAtOnce } from './body-errors.js';
import { collectBytes } from './collect-bytes.js';
import type { BodyPace } from './incoming-body.js';
import { boundaryIn, UploadBody } from './upload-body.js';
import type { LargeJson } from './large-json.js';
import type { LargeJsonThread } from './large-json-thread.js';

/** Deeper JSON than any request has a use for; what walks a body later may then recurse. */
const maxDepth = 32;
/** Larger bodies are read in a thread, with less memory. */
const maxBytesAtOnce = 1024 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form is read as `FormBody`; everything else as anywhere. */
    takesForms?: boolean;
  }
}

/** What stands in the body's place when it could not be read. */
export class UnreadableBody {
  constructor(readonly error: ApiError) {}
}

export interface JsonBodies {
  readonly maxBodyBytes: number;
  readonly pace: BodyPace;
  readonly thread: Pick<LargeJsonThread, 'parse'>;
}

/**
 * The one body parser: JSON, whatever the content type is called when it is absent, and forms where a route takes them.
 * A body that cannot be read is kept as a value until the handler's turn: Fastify would close the connection on a
 * parser's error, under a client that is still sending, and the client would see a reset instead of the answer. What is
 * left of the body is read and dropped.
 */
export function useJsonBodies(fastify: FastifyInstance, { maxBodyBytes, pace, thread }: JsonBodies): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    const boundary = boundaryIn(request.headers['content-type']);
    if (request.routeOptions.config.takesUpload === true && boundary !== undefined && request.caller !== null) {
      // Read by what it is for, a part at a time.
      return new UploadBody(payload, boundary, { pace, hold: request.holdBytes });
    }
    // The caller has neither a key nor a session: the routes for such requests take short bodies only.
    const maxBytes = request.caller === null ? Math.min(maxKeylessBytes, maxBodyBytes) : maxBodyBytes;
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    const memory = { hold: request.holdBytes, release: request.releaseBytes };
    const collected = await collectBytes(payload, { announcedBytes, maxBytes, memory, pace });
    if (typeof collected === 'string') {
      return new UnreadableBody(bodyError(collected, { maxBytes, announcedBytes, pace }));
    }
    return readJson(request, collected, thread);
  });
  fastify.addHook('preHandler', async (request) => {
    if (request.body instanceof UnreadableBody) throw request.body.error;
  });
  // Refused before anyone has read it.
  fastify.addHook('onResponse', async ({ body }) => {
    if (body instanceof UploadBody) body.drop();
  });
}

/** Undefined for an empty body: some clients announce JSON on every request and send none. */
async function readJson(request: FastifyRequest, bytes: Buffer, thread: JsonBodies['thread']): Promise<unknown> {
  if (bytes.length === 0) return undefined;
  if (request.routeOptions.config.takesForms === true) {
    const form = formOrRefused(request.headers['content-type'], bytes);
    if (form !== undefined) return form;
  }
  const mediaType = (request.headers['content-type'] ?? 'application/json').split(';', 1)[0] ?? '';
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return new UnreadableBody(invalid('The request body must be JSON, sent with `Content-Type: application/json`.'));
  }
  const owner = request.caller?.owner ?? '';
  const isLarge = bytes.length > maxBytesAtOnce;
  const read = isLarge ? await thread.parse(bytes, maxDepth, owner) : parseSmallJson(bytes);
  if (read === undefined) return new UnreadableBody(tooMuchAtOnce());
  if (!('problem' in read)) return read.body;
  switch (read.problem) {
    case 'malformed':
      return new UnreadableBody(new ApiError(400, 'validation_error', 'The request body is not valid JSON.'));
    case 'too-deep':
      return new UnreadableBody(invalid('The request body is nested too deeply.'));
    case 'too-many-values':
      return new UnreadableBody(invalid('The request body has too many values.'));
  }
}

function formOrRefused(contentType: string | undefined, bytes: Buffer): FormBody | UnreadableBody | undefined {
  try {
    return readForm(contentType, bytes);
  } catch (error) {
    if (error instanceof ApiError) return new UnreadableBody(error);
    throw error;
  }
}

function parseSmallJson(bytes: Buffer): LargeJson {
  const text = bytes.toString('utf8');
  try {
    const body: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return isDeeperThan(body, maxDepth) ? { problem: 'too-deep' } : { body };
  } catch {
    return { problem: 'malformed' };
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const member of Object.values(value)) {
    if (isDeeperThan(member, depth - 1)) return true;
  }
  return false;
}
