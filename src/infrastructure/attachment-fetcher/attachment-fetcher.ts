import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { AttachmentFetcher, FetchLimits, FetchProblem } from '../../application/ports/attachment-fetcher.js';
import { KeyedSemaphore } from '../../application/shared/semaphore.js';
import type { ResolveHost } from '../addresses/host-lookup.js';
import { AddressNotAllowed, checkedLookup } from './checked-lookup.js';
import { type OwnServices, placeOf } from './own-services.js';

export interface AttachmentFetcherSettings {
  /** Where connections may lead; {@link isPublicAddress} unless this is a test. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: ResolveHost;
  /** Never asked, whatever is allowed. */
  readonly own: OwnServices;
}

export { isPublicAddress } from '../addresses/public-address.js';

const maxRedirects = 5;
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
        const problem = own.isName(hostname) ? notAllowed : urlProblem(target, mayAsk);
        if (problem !== undefined) return problem;
        const { signal, owner } = limits;
        const lookup = checkedLookup((name) => turns.run(owner, () => resolve(name, signal)), mayAsk);
        const step = await get(target, lookup, mayAsk, limits);
        if (!('location' in step)) return step;
        target = step.location;
      }
      return { problem: 'too-many-redirects' };
    },
  };
}

function urlProblem(url: URL, isAllowed: (address: string) => boolean): FetchProblem | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: 'not-http' };
  if (url.username !== '' || url.password !== '') return { problem: 'has-credentials' };
  // Numbers in any notation are dotted decimals by now (WHATWG URL §3.5); they are connected to without a lookup.
  const { hostname } = placeOf(url);
  return isIP(hostname) !== 0 && !isAllowed(hostname) ? notAllowed : undefined;
}

async function get(
  url: URL,
  lookup: ReturnType<typeof checkedLookup>,
  isAllowed: (address: string) => boolean,
  { take, signal }: FetchLimits,
): Promise<Step> {
  if (signal.aborted) return { problem: 'timeout' };
  // An error of the parser inside, of TLS, of the socket: the client learns only that there was one.
  const failure = (error: unknown): FetchProblem => {
    if (signal.aborted) return { problem: 'timeout' };
    return { problem: error instanceof AddressNotAllowed ? 'address-not-allowed' : 'unreachable' };
  };
  try {
    const response = await requestTo(url, lookup, isAllowed, signal);
    try {
      return await read(response, url, take);
    } finally {
      response.destroy();
    }
  } catch (error) {
    return failure(error);
  }
}

function requestTo(
  url: URL,
  lookup: ReturnType<typeof checkedLookup>,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'posthorn' };
    const sent = request(url, { agent: false, lookup, signal, headers });
    sent.once('socket', (socket: Socket) => {
      socket.once('connect', () => {
        // The lookup has decided already; this asks the connection itself.
        if (!isAllowed(socket.remoteAddress ?? '')) sent.destroy(new AddressNotAllowed());
      });
    });
    sent.on('error', reject).once('response', resolve).end();
  });
}

async function read(response: http.IncomingMessage, url: URL, take: FetchLimits['take']): Promise<Step> {
  const status = response.statusCode ?? 0;
  const { location } = response.headers;
  if (redirects.has(status) && location !== undefined) {
    return URL.canParse(location, url.href) ? { location: new URL(location, url) } : { problem: 'status', status };
  }
  if (status !== 200) return { problem: 'status', status };
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') return { problem: 'encoded' };
  const chunks: Buffer[] = [];
  // Ends with an error where the other side breaks off.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (!take(chunk.length)) return { problem: 'refused' };
    chunks.push(chunk);
  }
  return { content: Buffer.concat(chunks) };
}
