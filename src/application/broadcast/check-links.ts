import { inHtml } from '../../domain/template/check/finding.js';
import type { AddressUse } from '../../domain/template/check/read-content.js';
import { placesIn } from '../../domain/template/content.js';
import type { LinkChecker } from '../ports/link-checker.js';
import type { OwnerOf } from '../shared/team-owners.js';
import { ofLink, type ReviewFinding } from './review-finding.js';

export interface LinkPorts {
  /** Null where links are not asked. */
  readonly linkChecker: LinkChecker | null;
  readonly ownerOf?: OwnerOf;
}

const mostLinks = 100;
const askedTogether = 8;
const linkMs = 8_000;
const allLinksMs = 25_000;

/** Asks each address once; those with merge tags are each person's own, and left out. */
export async function checkLinks(
  { linkChecker, ownerOf }: LinkPorts,
  teamId: string,
  links: readonly AddressUse[],
  publicUrl: string,
): Promise<readonly ReviewFinding[]> {
  if (linkChecker === null) return [];
  const isAsked = ({ url }: AddressUse): boolean =>
    /^https?:/i.test(url.trim()) && URL.canParse(url) && placesIn(url).length === 0 && !url.startsWith(`${publicUrl}/`);
  const first = new Map<string, AddressUse>();
  for (const use of links.filter(isAsked)) {
    const [address = ''] = use.url.trim().split('#');
    if (!first.has(address)) first.set(address, use);
  }
  const waiting = [...first].slice(0, mostLinks);
  const findings: ReviewFinding[] = [];
  const owner = ownerOf?.(teamId) ?? teamId;
  const end = AbortSignal.timeout(allLinksMs);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [address, { spot }] = next;
      const signal = AbortSignal.any([end, AbortSignal.timeout(linkMs)]);
      const found = ofLink(address, await linkChecker.check(address, { owner, signal }), inHtml(spot));
      if (found !== undefined) findings.push(found);
    }
  };
  await Promise.all(Array.from({ length: askedTogether }, work));
  return findings;
}

/** Gives the answer that an address gave before. */
export function askingOnce(checker: LinkChecker): LinkChecker {
  const asked = new Map<string, ReturnType<LinkChecker['check']>>();
  return {
    check(address, options) {
      const answer = asked.get(address) ?? checker.check(address, options);
      asked.set(address, answer);
      return answer;
    },
  };
}
