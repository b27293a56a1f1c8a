import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { FormBody } from '../edge/form-body.js';
import type { PageLanguage } from '../../../domain/shared/page-language.js';
import type { RenderedPage } from './page.js';
import { languageOf } from './words.js';

/* What all pages for visitors have in common. */

const maxUserAgentCharacters = 512;

/** Who asks, as a consent remembers it. */
export function visitorOf(request: FastifyRequest): { readonly ip: string; readonly userAgent: string | null } {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? null };
}

/** Null where it says none of ours. */
export const languageSaidIn = ({ headers }: FastifyRequest) => languageOf(headers['accept-language']);
export const languageIn = (request: FastifyRequest): PageLanguage => languageSaidIn(request) ?? 'en';

export function formOf({ body }: FastifyRequest): FormBody {
  if (body instanceof FormBody) return body;
  throw invalid('The body must be a form.');
}

function sent(reply: FastifyReply, { html, headers }: RenderedPage): string {
  void reply.headers(headers);
  return html;
}

/** What goes wrong is a page too: who is here is a person. */
export async function answerVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: () => Promise<RenderedPage>,
  problem: (error: ApiError) => RenderedPage,
): Promise<string> {
  try {
    return sent(reply, await answer());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.answer = error.body;
    void reply.code(error.statusCode).headers({ 'x-request-id': request.id, ...error.headers });
    return sent(reply, problem(error));
  }
}

/** Why a link or its page did not do. */
export function problemOf({ statusCode }: ApiError): 'not-ours' | 'too-old' | 'busy' {
  if (statusCode === 403) return 'too-old';
  return statusCode === 429 || statusCode >= 500 ? 'busy' : 'not-ours';
}
