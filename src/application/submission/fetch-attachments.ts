import type { AttachmentFetcher, FetchProblem } from '../ports/attachment-fetcher.js';
import type { ByteBudget } from '../shared/byte-budget.js';
import { Semaphore } from '../shared/semaphore.js';
import type { OwnerOf } from '../shared/team-owners.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { EmailRequest, RequestedAttachment, RequestedEmail, SendRefusal } from './email-request.js';
import type { AttachedContent, CompleteEmail } from './prepare-email.js';

export interface FetchingPorts {
  readonly fetcher: AttachmentFetcher;
  /** What is fetched counts as a request's body does. */
  readonly budget: ByteBudget;
  /** Without it every team counts alone. */
  readonly ownerOf?: OwnerOf;
  /** Limit for one request, attachments counted as base64. */
  readonly maxContentBytes: number;
  /** For all fetches of a request together. */
  readonly timeoutMs: number;
}

/** Fetches of one request that run at once. */
const maxAtOnce = 8;

type Fetched = { readonly content: Buffer } | FetchProblem | { readonly problem: 'too-large' } | 'busy';

/** What one request fetches, within its limits of size and time; each URL is fetched once. */
export class AttachmentFetches {
  readonly #fetches = new Map<string, Promise<Fetched>>();
  readonly #owner: string;
  /** What is left of the request's limit; negative once it is exceeded. */
  #bytesLeft: number;
  /** From the budget. */
  #bytesTaken = 0;
  // Made by the first fetch: most requests have none.
  #stop: AbortController | undefined;
  #turns: Semaphore | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ports: FetchingPorts,
    teamId: string,
    requests: readonly RequestedEmail[],
  ) {
    this.#owner = ports.ownerOf?.(teamId) ?? teamId;
    this.#bytesLeft = ports.maxContentBytes - requests.reduce((sum, request) => sum + contentBytes(request), 0);
  }

  /** The mail with nothing left to fetch, or why it is refused. */
  async complete(request: EmailRequest): Promise<CompleteEmail | SendRefusal | Unavailable> {
    const read = await Promise.all(
      request.attachments.map(async ({ source, ...detail }) => ({
        detail,
        fetched: 'content' in source ? source : await this.#contentAt(source.url),
      })),
    );
    const attachments: AttachedContent[] = [];
    for (const [attachment, { detail, fetched }] of read.entries()) {
      if (fetched === 'busy') return unavailable;
      if ('content' in fetched) attachments.push({ ...detail, content: fetched.content });
      else return { refused: 'attachment-not-fetched', attachment, why: fetched };
    }
    return { ...request, attachments };
  }

  /** To be called when the contents are no longer needed. */
  end(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.ports.budget.release(this.#bytesTaken, this.#owner);
    this.#bytesTaken = 0;
  }

  async #contentAt(url: string): Promise<Fetched> {
    const known = this.#fetches.get(url);
    if (known === undefined) {
      const fetching = this.#fetch(url);
      this.#fetches.set(url, fetching);
      return fetching;
    }
    const fetched = await known;
    if (fetched === 'busy' || 'problem' in fetched) return fetched;
    // Sent twice, it counts twice.
    this.#bytesLeft -= base64Bytes(fetched.content.length);
    return this.#bytesLeft < 0 ? { problem: 'too-large' } : fetched;
  }

  #fetch(url: string): Promise<Fetched> {
    const { timeoutMs } = this.ports;
    const { signal } = (this.#stop ??= new AbortController());
    this.#timer ??= setTimeout(() => this.#stop?.abort(), timeoutMs);
    this.#turns ??= new Semaphore(maxAtOnce);
    return this.#turns.run(() => this.#take(url, signal));
  }

  async #take(url: string, signal: AbortSignal): Promise<Fetched> {
    const { fetcher, budget } = this.ports;
    let fetchedBytes = 0;
    let refusal: 'too-large' | 'busy' | undefined;
    const take = (bytes: number): boolean => {
      if (signal.aborted) return false;
      const encoded = base64Bytes(fetchedBytes + bytes) - base64Bytes(fetchedBytes);
      if (encoded > this.#bytesLeft) refusal = 'too-large';
      else if (!budget.take(bytes, this.#owner)) refusal = 'busy';
      if (refusal !== undefined) return false;
      this.#bytesLeft -= encoded;
      this.#bytesTaken += bytes;
      fetchedBytes += bytes;
      return true;
    };
    const fetched = await fetcher.fetch(url, { owner: this.#owner, take, signal });
    if (refusal === 'busy') return 'busy';
    return refusal === undefined ? fetched : { problem: refusal };
  }
}

function contentBytes(request: RequestedEmail): number {
  const { attachments } = request;
  const { html, text } = 'template' in request ? {} : request;
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
