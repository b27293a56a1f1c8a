import type { DomainCreated, DomainSettings } from './events.js';
import type { Verification } from './verification.js';

/** Earlier tracking subdomains, the latest first: links in mail of that time still lead there. */
export function formerSubdomains(
  former: readonly string[],
  before: DomainSettings['trackingSubdomain'],
  now: DomainSettings['trackingSubdomain'],
): readonly string[] {
  if (before === null || before === now) return former;
  return [before, ...former.filter((other) => other !== before && other !== now)];
}

/** Key of the record that shows where tracked links lead. */
export const trackingRecordKey = 'tracking-cname';

/** What of a domain's mail is tracked, and by links to which host. */
export interface DomainTracking {
  readonly host: string;
  readonly opens: boolean;
  readonly clicks: boolean;
}

/**
 * Nothing is tracked before DNS shows the host: its links would lead nowhere. An operator who vouches for the domain
 * vouches for it too. No answer at the last check is not "missing".
 */
export function trackingOf(
  domain: Pick<DomainCreated['data'], 'name' | 'trackingSubdomain' | 'openTracking' | 'clickTracking'>,
  { vouched, records }: Pick<Verification, 'vouched' | 'records'>,
): DomainTracking | undefined {
  const { name, trackingSubdomain, openTracking: opens, clickTracking: clicks } = domain;
  if (trackingSubdomain === null || (!opens && !clicks)) return undefined;
  const found = records.find(({ key }) => key === trackingRecordKey);
  if (!vouched && found?.status !== 'verified') return undefined;
  return { host: `${trackingSubdomain}.${name}`, opens, clicks };
}
