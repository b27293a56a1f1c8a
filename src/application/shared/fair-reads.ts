import type { ReadStoreReader } from '../ports/read-store.js';
import type { FairTurns } from './fair-turns.js';
import type { OwnerOf } from './team-owners.js';
import { walkedEquals } from './walked-equals.js';

/** What a list shows at once; whoever asks for more has a long read. */
const mostOfPage = 100;

/** A read store whose lists take turns, where they say for which team they are asked. */
export function fairReads(readStore: ReadStoreReader, turns: FairTurns, ownerOf: OwnerOf): ReadStoreReader {
  return {
    checkpoint: (shape) => readStore.checkpoint(shape),
    get: (shape, id) => readStore.get(shape, id),
    getMany: (shape, ids) => readStore.getMany(shape, ids),
    count: (shape, equals) => readStore.count(shape, equals),
    tokens: (shape, query) => readStore.tokens(shape, query),
    list: (shape, query) => {
      if (query.forTeam === undefined) return readStore.list(shape, query);
      const isPage = query.limit <= mostOfPage && walkedEquals(shape, query) === undefined;
      return turns.run(ownerOf(query.forTeam), isPage ? 'page' : 'step', () => readStore.list(shape, query));
    },
  };
}
