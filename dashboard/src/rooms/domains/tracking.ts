import type { DomainFindings } from './documents';

/** What keeps a domain from tracking what it is asked to, or that it tracks. */
type TrackingState =
  | { readonly kind: 'off' | 'no-subdomain' }
  | { readonly kind: 'not-verified' | 'tracking'; readonly host: string };

/** Nothing is tracked before DNS shows the host; the operator's word for a domain covers it too. */
export function trackingStateOf({ domain, origin }: Pick<DomainFindings, 'domain' | 'origin'>): TrackingState {
  const { name, open_tracking: opens, click_tracking: clicks, tracking_subdomain: subdomain, records } = domain;
  if (!opens && !clicks) return { kind: 'off' };
  if (subdomain === undefined) return { kind: 'no-subdomain' };
  const isShown = records.some(({ record, status }) => record === 'Tracking' && status === 'verified');
  const isTracking = origin === 'preverified' || isShown;
  return { kind: isTracking ? 'tracking' : 'not-verified', host: `${subdomain}.${name}` };
}
