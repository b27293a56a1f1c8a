import type { SendingDomainEvent } from '../../../domain/sending-domain/events.js';
import { canonicalJson } from '../../../domain/shared/json.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import type { RecordSettings } from '../../sending-domain/records/published-domain.js';
import { type ShownRecord, shownRecords } from '../../sending-domain/shown-records.js';
import type { DomainData, DomainRecordData, MessageType, Payload } from './payload.js';

export interface DomainStory {
  /** The whole stream. */
  readonly events: readonly Recorded[];
  /** Revision of the event in question. */
  readonly revision: number;
  readonly fold: (events: readonly Recorded[]) => DomainDocument | undefined;
  readonly recordSettings: RecordSettings;
}

/** The messages that an event of a domain makes; none where nothing that its team is shown has changed. */
export function domainPayloads(event: SendingDomainEvent, story: DomainStory): readonly Payload[] {
  const { revision } = story;
  switch (event.type) {
    case 'DomainCreated':
      return madeOf('domain.created', dataAfter(story, lastOfOpening(story)));
    case 'DomainDeleted':
      return madeOf('domain.deleted', dataAfter(story, revision - 1));
    default: {
      // Its first keys are in the message of its creation.
      if (revision <= lastOfOpening(story)) return [];
      const [before, after] = [dataAfter(story, revision - 1), dataAfter(story, revision)];
      return canonicalJson(before) === canonicalJson(after) ? [] : madeOf('domain.updated', after);
    }
  }
}

function madeOf(type: Extract<MessageType, `domain.${string}`>, data: DomainData | undefined): readonly Payload[] {
  if (data === undefined) return [];
  return [{ type, data, subject: { emailId: null, domainId: data.id, tags: [] } }];
}

/** Index of the last event that adds one of a domain's first keys. */
function lastOfOpening({ events }: DomainStory): number {
  const other = events.findIndex(({ event }, index) => index > 0 && event.type !== 'DomainDkimKeyAdded');
  return (other < 0 ? events.length : other) - 1;
}

function dataAfter({ events, fold, recordSettings }: DomainStory, revision: number): DomainData | undefined {
  const document = fold(events.slice(0, revision + 1));
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

function recordOf({ expected, status }: ShownRecord): DomainRecordData {
  const { purpose, shownName, type, value, priority } = expected;
  const record = purpose === 'Receiving' ? 'Receiving MX' : purpose;
  return { record, name: shownName, type, ttl: 'Auto', status, value, ...(priority === undefined ? {} : { priority }) };
}
