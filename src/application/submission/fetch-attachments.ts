import type { AttachmentFetcher, FetchProblem } from '../ports/attachment-fetcher.js';
import type { ByteBudget } from '../shared/byte-budget.js';
import type { Unavailable } from '../shared/context.js';
import type { EmailRequest, RequestedAttachment, SendRefusal } from './accept-emails.command.js';
import { unavailable } from './accept-ports.js';
import type { AttachedContent, CompleteEmail } from './compose-accepted.js';

export interface FetchDependencies {
  readonly fetcher: AttachmentFetcher;
  /** What is fetched counts as a request's body does. */
  readonly budget: ByteBudget;
  /** Of one request, attachments counted as base64. */
  readonly maxContentBytes: number;
  /** For all fetches of a request together. */
  readonly timeoutMs: number;
}

/** Fetches of one request that run at once. */
const maxAtOnce = 8;

/** What one request fetches, within its limits of size and time; each address is asked once. */
export interface Fetching {
  /** The mail with nothing left to fetch, or why it is refused. */
  complete(request: EmailRequest): Promise<CompleteEmail | SendRefusal | Unavailable>;
  /** To be called when the contents are no longer needed. */
  end(): void;
}

type Fetched = { readonly content: Buffer } | FetchProblem | { readonly problem: 'too-large' } | 'busy';

export function startFetching(
  dependencies: FetchDependencies,
  teamId: string,
  requests: readonly EmailRequest[],
): Fetching {
  const { fetcher, budget, maxContentBytes, timeoutMs } = dependencies;
  const fetches = new Map<string, Promise<Fetched>>();
  // Made by the first fetch: most requests have none.
  let stop: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;
  let left = maxContentBytes - requests.reduce((sum, request) => sum + contentBytes(request), 0);
  let taken = 0;
  const waiting: (() => void)[] = [];
  let running = 0;

  async function fetch(url: string): Promise<Fetched> {
    const { signal } = (stop ??= new AbortController());
    timer ??= setTimeout(() => stop?.abort(), timeoutMs);
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    let fetchedBytes = 0;
    let refusal: 'too-large' | 'busy' | undefined;
    const take = (bytes: number): boolean => {
      if (signal.aborted) return false;
      const encoded = base64Bytes(fetchedBytes + bytes) - base64Bytes(fetchedBytes);
      if (encoded > left) refusal = 'too-large';
      else if (!budget.take(bytes)) refusal = 'busy';
      if (refusal !== undefined) return false;
      left -= encoded;
      taken += bytes;
      fetchedBytes += bytes;
      return true;
    };
    try {
      const fetched = await fetcher.fetch(url, { teamId, take, signal });
      if (refusal === 'busy') return 'busy';
      return refusal === undefined ? fetched : { problem: refusal };
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  async function contentAt(url: string): Promise<Fetched> {
    const known = fetches.get(url);
    if (known === undefined) {
      const fetching = fetch(url);
      fetches.set(url, fetching);
      return fetching;
    }
    const fetched = await known;
    if (fetched === 'busy' || 'problem' in fetched) return fetched;
    // Sent twice, it counts twice.
    left -= base64Bytes(fetched.content.length);
    return left < 0 ? { problem: 'too-large' } : fetched;
  }

  return {
    async complete(request) {
      const read = await Promise.all(
        request.attachments.map(async ({ source, ...detail }) => ({
          detail,
          fetched: 'content' in source ? source : await contentAt(source.url),
        })),
      );
      const attachments: AttachedContent[] = [];
      for (const [attachment, { detail, fetched }] of read.entries()) {
        if (fetched === 'busy') return unavailable;
        if ('content' in fetched) attachments.push({ ...detail, content: fetched.content });
        else return { refused: 'attachment-not-fetched', attachment, why: fetched };
      }
      return { ...request, attachments };
    },
    end() {
      clearTimeout(timer);
      stop?.abort();
      budget.release(taken);
      taken = 0;
    },
  };
}

function contentBytes({ html, text, attachments }: EmailRequest): number {
  const given = attachments.reduce((sum, { source }) => sum + givenBytes(source), 0);
  // One for each character at least; enough for a limit that the request's own size has kept already.
  return given + (html?.length ?? 0) + (text?.length ?? 0);
}

function givenBytes(source: RequestedAttachment['source']): number {
  return 'content' in source ? base64Bytes(source.content.length) : 0;
}

function base64Bytes(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
