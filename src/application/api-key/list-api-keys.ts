import type { ApiKeyDocument } from '../../projections/api-keys/api-keys.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { ListApiKeysQuery, ListApiKeysResult } from './api-key.messages.js';

/** The team's keys, newest first, without anything that could be used as one. */
export function createListApiKeys(
  readStore: Pick<ReadStore, 'get' | 'list'>,
  shape: DocumentShape,
  ownWrites: OwnWrites,
): (query: ListApiKeysQuery) => Promise<ListApiKeysResult> {
  return async ({ teamId, page }) => {
    await ownWrites.settled(teamId, shape.name);
    const belongs = (document: ApiKeyDocument): boolean => document.teamId === teamId;
    const valueOf = ({ createdAt }: ApiKeyDocument): string => createdAt;
    return listPage(readStore, { shape, equals: { teamId }, orderBy: 'createdAt', valueOf, belongs }, page);
  };
}
