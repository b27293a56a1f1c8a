import type { DmarcReportReceived, DomainReportEvent, TlsReportReceived } from '../../domain/domain-report/events.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** One report about a domain, as it was received. */
export type DomainReportDocument = {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
} & (
  | ({ readonly kind: 'dmarc' } & DmarcReportReceived['data'])
  | ({ readonly kind: 'tls' } & TlsReportReceived['data'])
);

export const domainReportsProjection: Projection<DomainReportEvent, DomainReportDocument> = {
  name: 'domain-reports',
  version: 1,
  categories: ['domainreport'],
  handles: ['DmarcReportReceived', 'TlsReportReceived'],
  personal: false,
  documentsOf: 'domainreport',
  fields: { teamId: 'text', domainId: 'text', end: 'text' },
  indexes: [['teamId', 'domainId', 'end']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (document !== undefined) return document;
    const receipt = { id, receivedAt: metadata.time };
    return event.type === 'DmarcReportReceived'
      ? { ...receipt, kind: 'dmarc', ...event.data }
      : { ...receipt, kind: 'tls', ...event.data };
  },
};
