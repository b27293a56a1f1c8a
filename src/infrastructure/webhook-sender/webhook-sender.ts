import type { Readable } from 'node:stream';
import type { AnswerHeaders } from '../../domain/webhook/log-events.js';
import type { Clock } from '../../application/ports/clock.js';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../application/ports/webhook-sender.js';
import { isReservedHeader } from '../../domain/webhook/reserved-headers.js';
import { maskAddresses } from '../addresses/mask-addresses.js';
import { createOutboundHttp, type Guard, type OutboundHttp } from '../outbound-http/outbound-http.js';
import { signatureHeaders } from './sign.js';
import { failureOf } from './failure-of.js';

export interface WebhookSenderSettings {
  readonly clock: Clock;
  readonly guard: Guard;
  /** For one attempt in all, from the first look-up to the end of the answer. */
  readonly timeoutMs: number;
  /** Certificates to trust instead of the usual ones. */
  readonly ca?: readonly string[];
}

export const webhookSenderDefaults = { timeoutMs: 15_000 } as const;
/** Lookup of names; an attempt has 15 s in all. */
export const webhookLookupDefaults = { timeoutMs: 2_000, tries: 2 } as const;

const keptBytes = 64 * 1024;
/** Limit for one response with its head, and what is read ahead. */
const mostAnswerBytes = 4 * keptBytes;
/** An idle connection is kept so long; the endpoint may ask for less. */
const keepAliveMs = 20_000;
type Unmeasured = WebhookAnswer extends infer Answer
  ? Answer extends unknown
    ? Omit<Answer, 'durationMs'>
    : never
  : never;

/**
 * Posts over HTTP/1.1 and keeps connections. Redirects are not followed: a signed message goes where it was meant to
 * go.
 */
export class UndiciWebhookSender implements WebhookSender {
  private readonly http: OutboundHttp;

  constructor(private readonly settings: WebhookSenderSettings) {
    const { guard, timeoutMs: connectTimeoutMs, ca } = settings;
    this.http = createOutboundHttp({ guard, keepAliveMs, connectTimeoutMs, mostAnswerBytes, ...(ca && { ca }) });
  }

  async send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer> {
    signal.throwIfAborted();
    const startedAtMs = this.settings.clock.monotonicMs();
    // By hand: on Node 20 a combined signal may be collected before it fires.
    const ending = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      ending.abort();
    }, this.settings.timeoutMs);
    const stop = (): void => ending.abort();
    signal.addEventListener('abort', stop);
    let answer: Unmeasured;
    try {
      answer = await this.ask(request, ending.signal);
    } catch (error) {
      signal.throwIfAborted();
      answer = { kind: 'unanswered', failure: isLate ? 'timeout' : failureOf(error) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
    return { ...answer, durationMs: Math.round((this.settings.clock.monotonicMs() - startedAtMs) * 10) / 10 };
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async ask(
    { url, headers, messageId, body, secrets, traceparent }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<Unmeasured> {
    const { clock } = this.settings;
    const target = targetOf(url);
    if (target === undefined) return { kind: 'unanswered', failure: 'bad-url' };
    const response = await this.http.request(target, {
      method: 'POST',
      signal,
      headers: {
        ...Object.fromEntries(headers.filter(([name]) => !isOurs(name))),
        // A reader of bodies in Java takes text without a charset for Latin-1, and the signature fails.
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Posthorn',
        ...(traceparent === undefined ? {} : { traceparent }),
        ...signatureHeaders({ messageId, sentAtMs: clock.now(), body }, secrets),
      },
      body,
    });
    const { statusCode: status, headers: answered } = response;
    return {
      kind: 'answered',
      status,
      body: maskAddresses(await firstBytes(response.body)).slice(0, keptBytes),
      headers: keptHeaders(answered),
      retryAfterMs: retryAfterOf(textOf(answered['retry-after']), clock.now()),
      wantsNoMore: textOf(answered['webhook-delivery'])?.trim().toLowerCase() === 'abort-message',
    };
  }
}

/** `webhook-test` is the application's, and no customer can have set it. */
function isOurs(name: string): boolean {
  return isReservedHeader(name) && name !== 'webhook-test';
}

function targetOf(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const target = new URL(url);
  return target.protocol === 'https:' || target.protocol === 'http:' ? target : undefined;
}

/** Cookies are the endpoint's own affair. */
const hiddenHeaders = new Set(['set-cookie', 'set-cookie2']);
const keptHeaderBytes = 8 * 1024;

/** The first ones, as many as fit. */
function keptHeaders(answered: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const kept: [string, string][] = [];
  let bytes = 0;
  for (const [name, values] of Object.entries(answered)) {
    for (const value of [values ?? []].flat()) {
      const shown = hiddenHeaders.has(name) ? '[redacted]' : maskAddresses(value);
      bytes += Buffer.byteLength(name) + Buffer.byteLength(shown);
      if (bytes > keptHeaderBytes) return kept;
      kept.push([name, shown]);
    }
  }
  return kept;
}

/** The rest is not read: the connection is given up instead. */
async function firstBytes(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // An answer's chunks are buffers unless an encoding is set.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, keptBytes - bytes));
    bytes += chunk.length;
    if (bytes >= keptBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Seconds, or a date. */
function retryAfterOf(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
