import type { DomainReportEvent } from '../../src/domain/domain-report/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { domainReportsProjection } from '../../src/projections/domain-reports/domain-reports.projection.js';
import { redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId } from '../support/recorded-events.js';

const about = {
  ...{ teamId, domainId: idAt(80), reportId: 'r1', organization: 'One', sentBy: null, verdicts: null },
  ...{ begin: '2026-03-01T00:00:00.000Z', end: '2026-03-01T23:59:59.000Z' },
};
const eventOf = (kind: 'dmarc' | 'tls'): DomainReportEvent =>
  kind === 'tls'
    ? { type: 'TlsReportReceived', data: { ...about, policies: [] } }
    : { type: 'DmarcReportReceived', data: { ...about, policyDomain: 'example.com', policy: null, rows: [] } };

const logOf = (happenings: readonly (readonly [number, 'dmarc' | 'tls'])[]) => {
  const log = new RecordedLog();
  for (const [number, kind] of happenings) log.add(streamName('domainreport', idAt(number)), eventOf(kind));
  return log.all;
};

describe('reports about domains', () => {
  it('give the same bytes in any batches and after any restart', async () => {
    const kinds = fc.constantFrom('dmarc' as const, 'tls' as const);
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), kinds), { maxLength: 9 });
    await fc.assert(redeliveryProperty(domainReportsProjection, happenings.map(logOf)));
  });
});
