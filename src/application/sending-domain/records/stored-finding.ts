import type { CheckedRecord } from '../../../domain/sending-domain/events.js';
import type { Advice, AdviceCode, RecordFinding } from './finding.js';

type StoredAdvice = CheckedRecord['advice'][number];

/** A finding as the event of a check carries it. */
export function storedFinding({ key, status, found, advice }: RecordFinding): CheckedRecord {
  return { key, status, found, advice: advice.map(({ code, ...values }) => ({ code, values })) };
}

/** What a check wrote down, to be put in words; undefined for what only another version of this program knows. */
export function adviceOfStored({ code, values }: StoredAdvice): Advice | undefined {
  const needed = Object.entries(valuesOf).find(([known]) => known === code)?.[1];
  if (needed === undefined || !needed.every((name) => name in values)) return undefined;
  // The table names every member of every code, and all of them are there.
  return { code, ...values } as Advice;
}

/** The values beside each code. */
const valuesOf: Readonly<Record<AdviceCode, readonly string[]>> = {
  'not-published': ['nameServers'],
  'wrong-value': [],
  'wrong-priority': ['found'],
  'other-mx-first': ['exchange'],
  'other-mx-behind': ['exchange'],
  'null-mx': [],
  'zone-appended-to-value': ['found'],
  'flattened-cname': ['address'],
  'other-region': ['region'],
  'host-without-address': ['host'],
  'several-spf-records': ['count'],
  'too-many-spf-lookups': ['lookups'],
  'spf-include-broken': ['name'],
  'stray-characters': ['characters'],
  'split-txt': ['records'],
  'cut-off': ['characters'],
  'several-dkim-records': ['count'],
  'other-key': [],
  'revoked-key': [],
  'testing-key': [],
  'unusable-key-tag': ['tag'],
  'repeated-key-tag': ['tag'],
  'key-version-not-first': [],
  'malformed-key-record': [],
  'cname-in-the-way': ['target'],
  'alias-loop': ['target'],
  'doubled-name': ['foundAt'],
  'wrong-name': ['foundAt'],
  wildcard: ['wildcard'],
  'no-name-servers': ['zone'],
  'caa-in-the-way': ['authority'],
  'caa-tag-critical': ['tag'],
  unanswered: ['reason'],
};
