import { z } from 'zod';
import type { SendingDomainEvent } from '../../domain/sending-domain/events.js';
import { canonicalJson } from '../../domain/shared/json.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { foldDomain } from '../../projections/domains/domains.projection.js';
import { messageOf, type MessageSource, sampleIds, type WebhookMessages } from '../shared/webhook-message.js';
import type { RecordSettings } from './records/published-domain.js';
import { type ShownRecord, shownRecords } from './shown-records.js';

const recordData = z.strictObject({
  record: z.enum(['SPF', 'DKIM', 'Receiving MX', 'Tracking', 'TrackingCAA']),
  name: z.string(),
  type: z.enum(['MX', 'TXT', 'CNAME', 'CAA']),
  ttl: z.string(),
  status: z.enum(['pending', 'verified', 'failed', 'temporary_failure', 'not_started']),
  value: z.string(),
  priority: z.number().int().optional(),
});
const data = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  status: z.enum(['verified', 'partially_verified', 'partially_failed', 'failed', 'pending', 'not_started']),
  created_at: z.iso.datetime(),
  region: z.string(),
  records: z.array(recordData),
});
type DomainData = z.output<typeof data>;

interface Given {
  readonly recordSettings: RecordSettings;
}

interface Story {
  /** As it was after the event of this revision. */
  readonly after: (revision: number) => DomainData | undefined;
  readonly revision: number;
  /** Revision of the last event that adds one of a domain's first keys: its creation shows them. */
  readonly opened: number;
  readonly domainId: string;
}

type Source = MessageSource<SendingDomainEvent>;

function lastOfOpening({ events }: Source): number {
  const other = events.findIndex(({ event }, index) => index > 0 && event.type !== 'DomainDkimKeyAdded');
  return (other < 0 ? events.length : other) - 1;
}

function dataAfter({ events }: Source, { recordSettings }: Given, revision: number): DomainData | undefined {
  const document = foldDomain(events.slice(0, revision + 1));
  if (document === undefined) return undefined;
  const { id, name, status, createdAt, region } = document;
  return {
    id,
    name,
    // Known of records only; the domain sends on, as a verified one does.
    status: status === 'temporary_failure' ? 'verified' : status,
    created_at: createdAt,
    region,
    records: shownRecords(document, recordSettings).map(recordOf),
  };
}

function recordOf({ expected, status }: ShownRecord): z.output<typeof recordData> {
  const { purpose, shownName, type, value, priority } = expected;
  const record = purpose === 'Receiving' ? 'Receiving MX' : purpose;
  return { record, name: shownName, type, ttl: 'Auto', status, value, ...(priority === undefined ? {} : { priority }) };
}

const sample = (at: string): DomainData => ({
  id: sampleIds.domain,
  name: 'example.com',
  status: 'verified',
  created_at: at,
  region: 'us-east-1',
  records: [
    { record: 'DKIM', name: 'posthorn._domainkey', type: 'TXT', ttl: 'Auto', status: 'verified', value: 'p=AAAA' },
  ],
});

const message = messageOf<SendingDomainEvent, Story>();

export const domainMessages = {
  category: 'domain',
  reads: 'whole',
  storyOf: (source, given) => ({
    after: (revision) => dataAfter(source, given, revision),
    revision: source.recorded.revision,
    opened: lastOfOpening(source),
    domainId: idOf(source.recorded.stream),
  }),
  subjectOf: ({ domainId }) => ({ emailId: null, domainId, tags: [] }),
  messages: [
    message('domain.created', {
      from: ['DomainCreated'],
      data,
      summary: 'A domain was added',
      make: ({ after, opened }) => after(opened),
      sample: (at): DomainData => ({ ...sample(at), status: 'not_started' }),
    }),
    message('domain.updated', {
      from: [
        'DomainUpdated',
        'DomainDkimKeyAdded',
        'DomainDkimKeySelected',
        'DomainDkimKeyRetired',
        'DomainVerified',
        'DomainCheckRequested',
        'DomainChecked',
      ],
      data,
      summary: 'A domain, its status, or one of its DNS records changed',
      /** None where nothing that its team is shown has changed. */
      make({ after, revision, opened }) {
        if (revision <= opened) return undefined;
        const [before, now] = [after(revision - 1), after(revision)];
        return canonicalJson(before) === canonicalJson(now) ? undefined : now;
      },
      sample,
    }),
    message('domain.deleted', {
      from: ['DomainDeleted'],
      data,
      summary: 'A domain was deleted',
      make: ({ after, revision }) => after(revision - 1),
      sample,
    }),
  ],
} satisfies WebhookMessages<SendingDomainEvent, Story, Given>;
