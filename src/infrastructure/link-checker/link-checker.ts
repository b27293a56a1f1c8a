import type { LinkAnswer, LinkChecker, LinkLimits } from '../../application/ports/link-checker.js';
import { KeyedSemaphore } from '../../application/shared/semaphore.js';
import type { ResolveHost } from '../addresses/host-lookup.js';
import {
  AddressNotAllowed,
  createOutboundHttp,
  type Guard,
  type OutboundHttp,
} from '../outbound-http/outbound-http.js';
import { type OwnServices, placeOf } from '../outbound-http/own-services.js';

export interface LinkCheckerSettings {
  /** Where connections may lead; {@link isPublicAddress} unless this is a test. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve: ResolveHost;
  /** Never asked, whatever is allowed. */
  readonly own: OwnServices;
}

const maxRedirects = 5;
const connectTimeoutMs = 5_000;
/** The beginning of an answer is enough: its status stands first. */
const mostAnswerBytes = 256 * 1024;
/** At once, of all teams of one owner. */
const lookupsOfOwner = 8;
const redirects = new Set([301, 302, 303, 307, 308]);
const notAllowed: LinkAnswer = { problem: 'address-not-allowed' };

type Step = LinkAnswer | { readonly location: URL };

/** HEAD, and GET where that is not taken. Each redirect is checked as the first address was. */
export function createLinkChecker({ isAllowed, resolve, own }: LinkCheckerSettings): LinkChecker {
  const turns = new KeyedSemaphore(lookupsOfOwner);
  return {
    async check(url, limits) {
      let target = new URL(url);
      for (let followed = 0; followed <= maxRedirects; followed += 1) {
        const { hostname, port } = placeOf(target);
        const isHttp = target.protocol === 'http:' || target.protocol === 'https:';
        if (!isHttp || target.username !== '' || own.isName(hostname)) return notAllowed;
        const guard: Guard = {
          resolve: (name) => turns.run(limits.owner, () => resolve(name, limits.signal)),
          isAllowed: (address) => isAllowed(address) && !own.isAddress(address, port),
        };
        const step = await ask(target, guard, limits);
        if (!('location' in step)) return step;
        target = step.location;
      }
      return { problem: 'too-many-redirects' };
    },
  };
}

async function ask(target: URL, guard: Guard, { signal }: LinkLimits): Promise<Step> {
  if (signal.aborted) return { problem: 'timeout' };
  const http = createOutboundHttp({ guard, keepAliveMs: 0, connectTimeoutMs, mostAnswerBytes });
  try {
    const head = await once(http, target, 'HEAD', signal);
    // Many servers know no HEAD, and answer it in various ways.
    return 'status' in head && head.status >= 400 ? await once(http, target, 'GET', signal) : head;
  } catch (error) {
    if (signal.aborted) return { problem: 'timeout' };
    return error instanceof AddressNotAllowed ? notAllowed : { problem: 'unreachable' };
  } finally {
    await http.close();
  }
}

async function once(http: OutboundHttp, target: URL, method: 'HEAD' | 'GET', signal: AbortSignal): Promise<Step> {
  const headers = { accept: '*/*', 'user-agent': 'posthorn (checks a link before an email is sent)' };
  const { statusCode: status, headers: answered, body } = await http.request(target, { method, headers, signal });
  // What stands in it is not read: the connection ends with it.
  body.on('error', () => undefined);
  body.destroy();
  const location = [answered.location].flat()[0];
  const leads = redirects.has(status) && location !== undefined && URL.canParse(location, target.href);
  return leads ? { location: new URL(location, target) } : { status };
}
