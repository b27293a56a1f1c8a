import { reportsIn, ReportSum } from '../../../src/application/domain-report/report-figures.js';
import type { DomainReportDocument } from '../../../src/projections/domain-reports/domain-reports.projection.js';

const report = {
  id: 'r',
  receivedAt: '2026-10-02T00:00:00.000Z',
  teamId: 't',
  domainId: 'd',
  reportId: '1',
  organization: 'a.test',
  sentBy: null,
  verdicts: null,
  begin: '2026-10-01T00:00:00.000Z',
  end: '2026-10-02T00:00:00.000Z',
};

const row = {
  messages: 2,
  disposition: 'none',
  dkim: false,
  spf: true,
  headerFrom: 'a.test',
  dkimDomains: [],
  spfDomain: 'b.test',
} as const;

/** Anyone can send reports, each with other sources. */
const manySources = (index: number): DomainReportDocument => ({
  ...report,
  kind: 'dmarc',
  policyDomain: 'a.test',
  policy: null,
  rows: Array.from({ length: 1_000 }, (_, at) => ({ ...row, source: `2001:db8::${index}:${at}` })),
});

const manyPolicies = (index: number): DomainReportDocument => ({
  ...report,
  kind: 'tls',
  policies: Array.from({ length: 100 }, (_, at) => ({
    type: 'sts',
    domain: `d${index}-${at}.a.test`,
    succeeded: 0,
    failed: 100,
    failures: Array.from({ length: 100 }, (_each, result) => ({ result: `${result}`, host: null, sessions: 1 })),
  })),
});

it('holds some thousand sources of its reports, and the sum of the others', () => {
  const sum = new ReportSum();
  for (let index = 0; index < 30; index += 1) sum.add(manySources(index));
  expect(sum.sources.size).toBe(10_001);
  expect(sum.sources.get('')).toMatchObject({ source: null, messages: 40_000, passed: 40_000 });
});

it('holds some policies of its reports and their failures, those of the latest', () => {
  const sum = new ReportSum();
  for (let index = 0; index < 30; index += 1) sum.add(manyPolicies(index));
  const policies = [...sum.policies.values()];
  const failures = policies.flatMap((policy) => [...policy.failures.values()]);
  expect([policies.length, failures.length]).toEqual([1_000, 10_000 + 900]);
  expect(failures.reduce((count, { sessions }) => count + sessions, 0)).toBe(100_000);
  expect(sum.reporters.size).toBe(1);
});

it('reads reports however few a page has, and says where it ended', async () => {
  const ends = Array.from({ length: 110 }, (_, index) => new Date(1e12 - index * 1_000).toISOString());
  const pages = ends.map((end) => ({ documents: [{ document: { ...report, end } }], hasMore: true }));
  const read = async (count: number) => {
    const left = [...pages.slice(0, count - 1), { ...pages[count - 1]!, hasMore: false }];
    const readStore = { list: async () => left.shift() } as never;
    const found: string[] = [];
    let cutAt: string | undefined;
    const span = { teamId: 't', domainId: 'd', fromMs: 0, untilMs: 1e12 };
    for await (const { end } of reportsIn({ readStore }, span, (at) => (cutAt = at))) found.push(end);
    return [found.length, cutAt];
  };
  expect(await read(60)).toEqual([60, undefined]);
  expect(await read(110)).toEqual([100, ends[99]]);
});
