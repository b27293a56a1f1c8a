import type { MxRecord } from '../../ports/dns.js';
import type { ExpectedRecord } from './expected-records.js';
import type { Advice } from './finding.js';
import { type Judgement, sameName } from './judgement.js';

/** The value of each region for one record, and the zone that a provider may have appended to it. */
export interface HostChoices {
  readonly byRegion: readonly { readonly region: string; readonly host: string }[];
  readonly zone: string;
}

/** Mail goes to the expected host first, and it has the priority that is shown. */
export function judgeMx(expected: ExpectedRecord, choices: HostChoices, values: readonly MxRecord[]): Judgement {
  const sorted = values.toSorted((left, right) => left.priority - right.priority);
  const found = sorted.map(({ priority, exchange }) => `${priority} ${exchange === '' ? '.' : exchange}`);
  const ours = sorted.find(({ exchange }) => sameName(exchange, expected.value));
  if (ours === undefined) {
    const advice = sorted.map(({ exchange }) => aboutHost(expected, choices, exchange));
    return { status: 'different', found, advice: withoutRepeats(advice) };
  }
  const others = sorted.filter(({ exchange }) => !sameName(exchange, expected.value));
  const advice = others.map(({ priority, exchange }): Advice => {
    return { code: priority > ours.priority ? 'other-mx-behind' : 'other-mx-first', exchange };
  });
  if (ours.priority !== expected.priority) advice.unshift({ code: 'wrong-priority', found: ours.priority });
  const harmless = advice.every(({ code }) => code === 'other-mx-behind');
  return { status: harmless ? 'verified' : 'different', found, advice };
}

export function judgeCname(expected: ExpectedRecord, choices: HostChoices, values: readonly string[]): Judgement {
  const [target = ''] = values;
  if (sameName(target, expected.value)) return { status: 'verified', found: values, advice: [] };
  return { status: 'different', found: values, advice: [aboutHost(expected, choices, target)] };
}

function aboutHost(expected: ExpectedRecord, { byRegion, zone }: HostChoices, found: string): Advice {
  if (found === '') return { code: 'null-mx' };
  if (sameName(found, `${expected.value}.${zone}`)) return { code: 'zone-appended-to-value', found };
  const other = byRegion.find(({ host }) => sameName(host, found));
  return other === undefined ? { code: 'wrong-value' } : { code: 'other-region', region: other.region };
}

function withoutRepeats(advice: readonly Advice[]): readonly Advice[] {
  return advice.filter(({ code }, index) => advice.findIndex((other) => other.code === code) === index);
}
