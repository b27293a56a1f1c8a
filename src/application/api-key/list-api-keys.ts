import type { ApiKeyDocument } from '../../projections/api-keys/api-keys.document.js';
import type { LogDocument } from '../../projections/logs/logs.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import type { RequestLog } from '../request-log/request-log.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { ListApiKeysQuery, ListApiKeysResult } from './api-key.messages.js';

export interface ListApiKeysDependencies {
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
  readonly apiKeys: DocumentShape;
  readonly logs: DocumentShape;
  readonly ownWrites: OwnWrites;
  readonly requestLog: Pick<RequestLog, 'settled'>;
}

/** The team's keys, newest first, without anything that could be used as one. */
export function createListApiKeys(
  dependencies: ListApiKeysDependencies,
): (query: ListApiKeysQuery) => Promise<ListApiKeysResult> {
  const { readStore, apiKeys, logs, ownWrites, requestLog } = dependencies;

  /** To the millisecond while the request log has it; before that, to the day. */
  async function withLastUse(key: ApiKeyDocument): Promise<ApiKeyDocument> {
    const equals = { teamId: key.teamId, apiKeyId: key.id };
    const { documents } = await readStore.list(logs, { equals, orderBy: 'id', direction: 'desc', limit: 1 });
    const logged = (documents[0]?.document as LogDocument | undefined)?.at;
    const isLater = logged !== undefined && (key.lastUsedAt === null || logged > key.lastUsedAt);
    return isLater ? { ...key, lastUsedAt: logged } : key;
  }

  return async ({ teamId, page }) => {
    await Promise.all([ownWrites.settled(teamId, apiKeys.name), requestLog.settled(teamId, logs.name)]);
    const belongs = (document: ApiKeyDocument): boolean => document.teamId === teamId;
    const valueOf = ({ createdAt }: ApiKeyDocument): string => createdAt;
    const definition = { shape: apiKeys, equals: { teamId }, orderBy: 'createdAt', valueOf, belongs };
    const keys = await listPage(readStore, definition, page);
    if ('refused' in keys) return keys;
    return { ...keys, documents: await Promise.all(keys.documents.map(withLastUse)) };
  };
}
