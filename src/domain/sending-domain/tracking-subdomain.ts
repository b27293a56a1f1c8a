import type { DomainSettings } from './events.js';

/** Earlier tracking subdomains, the latest first: links in mail of that time still lead there. */
export function formerSubdomains(
  former: readonly string[],
  before: DomainSettings['trackingSubdomain'],
  now: DomainSettings['trackingSubdomain'],
): readonly string[] {
  if (before === null || before === now) return former;
  return [before, ...former.filter((other) => other !== before && other !== now)];
}
