import type { CustomFetch } from 'openid-client';
import { createOutboundHttp } from '../../outbound-http/outbound-http.js';

/** No answer, a late one, a failure of the server's own, or one too long to be right. */
export class ProviderUnreachable extends Error {
  readonly code = 'provider-unreachable';
}

export interface FetchLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/** A sign-in asks for a few things one after the other. */
const keepAliveMs = 4_000;

export const fetchLimits: FetchLimits = { timeoutMs: 10_000, maxBytes: 512 * 1024 };

/**
 * `fetch` with an end, for the servers that the operator has named: the whole answer within the time, and no longer
 * than the limit; otherwise it rejects with `ProviderUnreachable`. Redirects are not followed: requests carry a secret.
 */
export function limitedFetch({ timeoutMs, maxBytes }: FetchLimits): CustomFetch {
  const http = createOutboundHttp({ guard: null, keepAliveMs, connectTimeoutMs: timeoutMs });
  return async (url, options) => {
    const ending = new AbortController();
    const timer = setTimeout(() => ending.abort(), timeoutMs);
    try {
      const response = await http.fetch(url, {
        ...options,
        body: options.body ?? null,
        signal: ending.signal,
      });
      const body = await firstBytes(response, maxBytes);
      if (response.status >= 500) throw new ProviderUnreachable(`status ${response.status}`);
      const { status, headers } = response;
      return new Response(hasNoBody(status) ? null : body, { status, headers: unencoded(headers) });
    } catch (error) {
      throw error instanceof ProviderUnreachable ? error : new ProviderUnreachable('no answer', { cause: error });
    } finally {
      clearTimeout(timer);
      // What was not read is not waited for.
      ending.abort();
    }
  };
}

async function firstBytes(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Chunks of a body are bytes (Fetch §2.2.4); Node's types leave them open.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ProviderUnreachable('the answer is too long');
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Fetch §2.2.3: a response with one of these must not be given a body. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The body was decoded and measured again. */
function unencoded(headers: Headers): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}
