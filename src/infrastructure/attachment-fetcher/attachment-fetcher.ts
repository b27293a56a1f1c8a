import type { AttachmentFetcher, FetchLimits, FetchProblem } from '../../application/ports/attachment-fetcher.js';
import { KeyedSemaphore } from '../../application/shared/semaphore.js';
import type { ResolveHost } from '../addresses/host-lookup.js';
import {
  AddressNotAllowed,
  createOutboundHttp,
  type Guard,
  type OutboundAnswer,
} from '../outbound-http/outbound-http.js';
import { type OwnServices, placeOf } from '../outbound-http/own-services.js';

export interface AttachmentFetcherSettings {
  /** Where connections may lead; {@link isPublicAddress} unless this is a test. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: ResolveHost;
  /** Never asked, whatever is allowed. */
  readonly own: OwnServices;
}

const maxRedirects = 5;
/** A fetch has a shorter time in all, which ends it first. */
const connectTimeoutMs = 60_000;
/** Limit for one response with its framing: `take` counts the body alone, and interim responses never get to it. */
const mostAnswerBytes = 128 * 1024 * 1024;
/** At once, of all teams of one owner: names that hang keep the owner's own waiting, and no others. */
const lookupsOfOwner = 8;
const redirects = new Set([301, 302, 303, 307, 308]);

const notAllowed: FetchProblem = { problem: 'address-not-allowed' };

type Step = { readonly content: Buffer } | { readonly location: URL } | FetchProblem;

/** GET over http and https. Each redirect is checked as the first address was; nothing is kept between two fetches. */
export function createAttachmentFetcher({ isAllowed, resolve, own }: AttachmentFetcherSettings): AttachmentFetcher {
  const turns = new KeyedSemaphore(lookupsOfOwner);

  return {
    async fetch(url, limits) {
      let target = new URL(url);
      for (let followed = 0; followed <= maxRedirects; followed++) {
        const { hostname, port } = placeOf(target);
        const mayAsk = (address: string): boolean => isAllowed(address) && !own.isAddress(address, port);
        const problem = own.isName(hostname) ? notAllowed : urlProblem(target);
        if (problem !== undefined) return problem;
        const { signal, owner } = limits;
        const guard: Guard = {
          resolve: (name) => turns.run(owner, () => resolve(name, signal)),
          isAllowed: mayAsk,
        };
        const step = await get(target, guard, limits);
        if (!('location' in step)) return step;
        target = step.location;
      }
      return { problem: 'too-many-redirects' };
    },
  };
}

function urlProblem(url: URL): FetchProblem | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'not-http' };
  return url.username !== '' || url.password !== '' ? { problem: 'has-credentials' } : undefined;
}

async function get(target: URL, guard: Guard, { take, signal }: FetchLimits): Promise<Step> {
  if (signal.aborted) return { problem: 'timeout' };
  // Nothing is kept between two fetches, nor from one redirect to the next.
  const http = createOutboundHttp({ guard, keepAliveMs: 0, connectTimeoutMs, mostAnswerBytes });
  try {
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'posthorn' };
    return await read(await http.request(target, { method: 'GET', headers, signal }), target, take);
  } catch (error) {
    // An error of the parser inside, of TLS, of the socket: the client learns only that there was one.
    if (signal.aborted) return { problem: 'timeout' };
    return error instanceof AddressNotAllowed ? notAllowed : { problem: 'unreachable' };
  } finally {
    await http.close();
  }
}

async function read(
  { statusCode: status, headers, body }: OutboundAnswer,
  url: URL,
  take: FetchLimits['take'],
): Promise<Step> {
  // It may end with its connection before it is read.
  body.on('error', () => undefined);
  const location = textOf(headers.location);
  if (redirects.has(status) && location !== undefined) {
    return URL.canParse(location, url.href) ? { location: new URL(location, url) } : { problem: 'status', status };
  }
  if (status !== 200) return { problem: 'status', status };
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return { problem: 'encoded' };
  const chunks: Buffer[] = [];
  // Ends with an error where the other side breaks off.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (!take(chunk.length)) return { problem: 'refused' };
    chunks.push(chunk);
  }
  return { content: Buffer.concat(chunks) };
}

function textOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
