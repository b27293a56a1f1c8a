import type { DomainDocument } from '../../projections/domains/domains.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import type { GetDomainQuery, GetDomainResult, ListDomainsQuery, ListDomainsResult } from './sending-domain.queries.js';

export interface DomainQueries {
  list(query: ListDomainsQuery): Promise<ListDomainsResult>;
  get(query: GetDomainQuery): Promise<GetDomainResult>;
}

/** Far more than a team has. */
const mostDomains = 10_000;

/** A team's own domains and the sandbox domains, newest first. */
export function createDomainQueries(readStore: Pick<ReadStore, 'get' | 'list'>, shape: DocumentShape): DomainQueries {
  async function inScope(scope: string): Promise<readonly DomainDocument[]> {
    const query = { equals: { scope }, orderBy: 'id', direction: 'desc', limit: mostDomains } as const;
    return (await readStore.list(shape, query)).documents.map(({ document }) => document as DomainDocument);
  }

  return {
    async list({ teamId, page }) {
      const both = await Promise.all([inScope(teamId), inScope('shared')]);
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
      const document = (await readStore.get(shape, domainId)) as DomainDocument | undefined;
      return document?.scope === teamId || document?.scope === 'shared' ? document : undefined;
    },
  };
}
