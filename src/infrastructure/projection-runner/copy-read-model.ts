import type { DocumentChange, ReadStore, ReadStoreReader } from '../../application/ports/read-store.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import { documentsOf } from './compare-projection.js';
import { type FoldPorts, shapeOf } from './fold-page.js';
import { foldFrom } from './rebuild-projection.js';

const writtenAtOnce = 500;

/** Documents and checkpoint, into a store that has neither. No other process may write them meanwhile. */
export async function copyReadModel(
  projection: AnyProjection,
  from: Pick<ReadStoreReader, 'checkpoint' | 'list'>,
  to: Pick<ReadStore, 'apply'>,
): Promise<void> {
  const shape = shapeOf(projection);
  const checkpoint = await from.checkpoint(shape);
  let changes: DocumentChange[] = [];
  for await (const document of documentsOf(from, projection)) {
    changes.push(document);
    if (changes.length < writtenAtOnce) continue;
    await to.apply(shape, changes, undefined);
    changes = [];
  }
  await to.apply(shape, changes, checkpoint);
}

/**
 * As its next runner would: from the checkpoint to the end of the log, onto the documents. A writer that was killed has
 * left some that are ahead of the checkpoint, as no fold of the log to any one position gives them.
 */
export async function settleReadModel(
  options: FoldPorts & { readonly projection: AnyProjection; readonly readStore: ReadStore },
): Promise<void> {
  const shape = shapeOf(options.projection);
  const checkpoint = await options.readStore.checkpoint(shape);
  // Nothing was ever folded.
  if (checkpoint === undefined && (await options.readStore.count(shape, {})) === 0) return;
  await foldFrom(options, checkpoint);
}
