import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type DomainDocument, sharedScope } from '../../projections/domains/domains.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import type { LogPorts } from '../shared/handle.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { RecordSettings } from './records/published-domain.js';
import { formerRecords, shownRecords } from './shown-records.js';
import type {
  GetDomainQuery,
  GetDomainResult,
  ListDomainsQuery,
  ListDomainsResult,
} from './sending-domain.messages.js';

export interface DomainQueries {
  list(query: ListDomainsQuery): Promise<ListDomainsResult>;
  get(query: Pick<GetDomainQuery, 'teamId' | 'domainId'>): Promise<GetDomainResult>;
}

/** Far more than a team has. */
const mostDomains = 10_000;

export interface DomainQueriesDependencies {
  readonly ports: Pick<LogPorts, 'store' | 'codec'>;
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly domains: DocumentShape;
  /** The `domains` projection's fold over one stream. */
  readonly foldDomain: (events: readonly Recorded[]) => DomainDocument | undefined;
  readonly ownWrites: Pick<OwnWrites, 'settled'>;
  /** What the records of every domain are made from. */
  readonly recordSettings: RecordSettings;
}

/** A team's own domains and the sandbox domains, newest first. */
export function createDomainQueries(dependencies: DomainQueriesDependencies): DomainQueries {
  const { ports, readStore, domains, foldDomain, ownWrites, recordSettings } = dependencies;

  async function inScope(scope: string): Promise<readonly DomainDocument[]> {
    const query = { equals: { scope }, orderBy: 'id', direction: 'desc', limit: mostDomains } as const;
    return (await readStore.list(domains, query)).documents.map(({ document }) => document as DomainDocument);
  }

  return {
    async list({ teamId, page }) {
      await ownWrites.settled(teamId, domains.name);
      const both = await Promise.all([inScope(teamId), inScope(sharedScope)]);
      const all = both.flat().sort((left, right) => (left.id < right.id ? 1 : -1));
      const cursor = page.after ?? page.before;
      const place = all.findIndex(({ id }) => id === cursor);
      if (cursor !== undefined && place < 0) return { refused: 'unknown-cursor' };
      const limit = page.limit ?? mostDomains;
      if (page.before !== undefined) {
        const newer = all.slice(0, place);
        return { documents: newer.slice(-limit), hasMore: newer.length > limit };
      }
      const older = all.slice(place + 1);
      return { documents: older.slice(0, limit), hasMore: older.length > limit };
    },
    async get({ teamId, domainId }) {
      // The stream itself, so that every write already answered shows.
      const document = foldDomain(ports.codec.decode(await ports.store.readStream(streamName('domain', domainId))));
      if (document === undefined || (document.scope !== teamId && document.scope !== sharedScope)) return undefined;
      return {
        document,
        records: shownRecords(document, recordSettings),
        former: formerRecords(document, recordSettings),
      };
    },
  };
}
