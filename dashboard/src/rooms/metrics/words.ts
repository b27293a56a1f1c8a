import { metricsWords as words } from '../../messages/metrics';
import { type Clock, shown } from '../../ui/clock';
import type { Figures, MetricsRow } from './queries';
import type { Granularity } from './range';

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

export const counted = (count: number | undefined): string => number.format(count ?? 0);
export const rated = (rate: number | undefined): string => `${percent.format(rate ?? 0)}%`;

/** How a rate differs from that of the time before, in points; `goodUp`: whether more is better. */
export interface Delta {
  readonly text: string;
  readonly isGood: boolean | null;
}

const points = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

export function rateDelta(now: number, before: number, goodUp: boolean): Delta {
  const by = Math.round((now - before) * 100) / 100;
  if (by === 0) return { text: words.same, isGood: null };
  return { text: words.points(points.format(by).replace('-', '−')), isGood: by > 0 === goodUp };
}

/** Share of the recipients who had to wait, in percent. */
export const delayedRate = ({ sent, delivery_delayed: delayed }: Pick<Figures, 'sent' | 'delivery_delayed'>): number =>
  sent === 0 ? 0 : Math.round((delayed / sent) * 10_000) / 100;

/** How a count stands to the one of the time before. */
export function compared(now: number, before: number): string {
  if (before === 0) return now === 0 ? words.same : words.noneBefore;
  if (now === before) return words.same;
  const change = `${number.format(Math.max(1, Math.round((Math.abs(now - before) / before) * 100)))}%`;
  return now > before ? words.more(change) : words.less(change);
}

export function nameOf({ kind, id, name }: MetricsRow): string {
  if (kind === 'tag') return id ?? words.noTag;
  if (kind === 'topic') return id === null ? words.noTopic : (name ?? words.removedTopic);
  if (kind === 'template') return templateName(id, name);
  if (kind === 'domain') return name !== null && name !== '' ? name : words.removedDomain;
  if (kind === 'api-key') return name ?? words.removedKey;
  return words.sources[kind] ?? kind;
}

function templateName(id: string | null, name: string | null): string {
  if (id === null) return words.noTemplate;
  const [, version] = id.split(':');
  return words.templateVersion(name ?? words.removedTemplate, version);
}

export function periodName(period: string, granularity: Granularity, clock: Clock): string {
  return shown(new Date(period), clock, granularity === 'hourly' ? 'minute' : 'day');
}

/** For the foot of a chart, where there is little room. */
export function shortPeriod(period: string, granularity: Granularity, { zone, isIso }: Clock): string {
  const moment = new Date(period);
  if (isIso) return shown(moment, { zone, isIso }, 'minute').slice(5, granularity === 'hourly' ? 16 : 10);
  const parts: Intl.DateTimeFormatOptions =
    granularity === 'hourly'
      ? { hour: '2-digit', minute: '2-digit' }
      : granularity === 'monthly'
        ? { month: 'short', year: 'numeric' }
        : { month: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: zone }).format(moment);
}
