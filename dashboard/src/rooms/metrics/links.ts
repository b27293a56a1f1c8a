import type { MetricsPeriod } from './queries';
import type { Granularity } from './range';
import type { MetricsSearch } from './metrics-search';

/** The status of an email, in the address of Emails, that a figure counts. */
const statuses: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  bounced: 'bounced',
  bounce_rate: 'bounced',
  failed: 'failed',
  suppressed: 'suppressed',
  complained: 'complained',
  complaint_rate: 'complained',
  delivery_delayed: 'delivery_delayed',
  delayed_rate: 'delivery_delayed',
  unique_clicked: 'clicked',
  tracked_click_rate: 'clicked',
};

/** Senders that are no API key. */
const others: readonly string[] = ['smtp-session', 'user', 'system', 'cli'];

interface Narrowed {
  /** Names of the domains by id: the address of Emails has names. */
  readonly domainNames: ReadonlyMap<string, string>;
  readonly search: MetricsSearch;
}

/** The emails that a figure counts; null for all of them. With `more` the list is narrowed further. */
export type LinkTo = (figure: string | null, more?: Readonly<Record<string, string>>) => `/${string}`;

/** Emails of a time, narrowed as the page is. */
export function emailsOf(
  { domainNames, search: { domain = '', key = '', tag = '', template = '' } }: Narrowed,
  time: { readonly from: string; readonly to: string | undefined },
  figure: string | null,
  more: Readonly<Record<string, string>> = {},
): `/${string}` {
  const asked = {
    status: figure === null ? undefined : statuses[figure],
    from: time.from,
    to: time.to,
    domain: domainNames.get(domain),
    // What came over SMTP or from the dashboard has no key to find it by.
    api_key: others.includes(key) ? undefined : key,
    tag: tag.replace('=', ':'),
    template,
    ...more,
  };
  const given = Object.entries(asked).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return `/emails?${new URLSearchParams(given).toString()}`;
}

const longestMs: Readonly<Record<Granularity, number>> = {
  hourly: 3_600_000,
  daily: 86_400_000,
  weekly: 7 * 86_400_000,
  monthly: 31 * 86_400_000,
};

/** When a period begins and ends: where the next one begins, or, of the last one, at the latest. */
export function timeOf(periods: readonly MetricsPeriod[], { period }: MetricsPeriod, granularity: Granularity) {
  const next = periods[periods.findIndex((each) => each.period === period) + 1];
  const end = next === undefined ? Date.parse(period) + longestMs[granularity] : Date.parse(next.period);
  return { from: new Date(period).toISOString(), to: new Date(end).toISOString() };
}
