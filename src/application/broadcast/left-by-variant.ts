import type { Variant } from '../../domain/broadcast/ab-test.js';
import { broadcastResultsProjection } from '../../projections/broadcast-results/broadcast-results.projection.js';
import type { DepartureResult, MemberResult } from '../../projections/broadcast-results/broadcast-results.document.js';
import type { Ports } from '../shared/ports.js';

const together = 1_000;

/** How many of each part of an A/B test left by the link of their email: few do, and each is looked at. */
export async function leftByVariant(
  { readStore }: Pick<Ports, 'readStore'>,
  broadcastId: string,
): Promise<Record<Variant, number>> {
  const left = { a: 0, b: 0 };
  const query = {
    equals: { kind: 'departure', broadcastId },
    orderBy: 'id',
    direction: 'asc',
    limit: together,
  } as const;
  for (let after: { readonly value: string; readonly id: string } | undefined; ; ) {
    const from = after === undefined ? {} : { after };
    const page = await readStore.list(broadcastResultsProjection, { ...query, ...from });
    const ids = page.documents.map(({ document }) => (document as DepartureResult).emailId);
    for (const { document } of (await readStore.getMany(broadcastResultsProjection, ids)).values()) {
      const { part } = document as MemberResult;
      if (part === 'a' || part === 'b') left[part] += 1;
    }
    const id = page.documents.at(-1)?.id;
    if (!page.hasMore || id === undefined) return left;
    after = { value: id, id };
  }
}
