import type { ListQuery, ReadStoreReader } from '../../../application/ports/read-store.js';
import type { SenderStanding } from '../../../application/sending-domain/sending-domains.js';
import { maySend } from '../../../domain/sending-domain/verification.js';
import { domainsProjection } from '../../../projections/domains/domains.projection.js';

const pageRows = 500;

/** Whether any team may send from this domain. Names are not indexed: reads the list of domains. */
export async function noticeSenderIn(store: ReadStoreReader, name: string): Promise<SenderStanding> {
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageRows } as const;
  let found: SenderStanding = 'not-added';
  for (let after: ListQuery['after'], hasMore = true; hasMore; ) {
    const page = await store.list(domainsProjection, after === undefined ? query : { ...query, after });
    // The shape is that of the `domains` projection.
    const domains = page.documents.map(({ document }) => document);
    for (const domain of domains.filter((other) => other.name === name)) {
      if (maySend(domain.verification, domain.capabilities)) return 'sends';
      found = 'not-verified';
    }
    const last = domains.at(-1);
    hasMore = page.hasMore && last !== undefined;
    if (last !== undefined) after = { value: last.id, id: last.id };
  }
  return found;
}
