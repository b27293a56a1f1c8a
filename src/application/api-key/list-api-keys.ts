import { query } from '../access/use-case.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type ApiKeyDocument, apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { logsProjection } from '../../projections/logs/logs.projection.js';
import { createdInLog } from '../shared/created-in-log.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';

/** GET /api-keys, newest first; everything when no limit is given. */
export interface ListApiKeys {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export type ListApiKeysResult = Page<ApiKeyDocument>;

export type ListApiKeysPorts = Pick<Ports, 'readStore' | 'ownWrites' | 'store' | 'codec'> & {
  /** Requests are written behind: the list waits for those that this process has answered. */
  readonly requestLog: Pick<OwnWrites, 'settled'>;
};

export const ListApiKeys = query({ name: 'ListApiKeys', need: 'read-only', run: listApiKeys });

/** The team's keys, newest first, without anything that could be used as one. */
export async function listApiKeys(ports: ListApiKeysPorts, { teamId, page }: ListApiKeys): Promise<ListApiKeysResult> {
  const { readStore, ownWrites, requestLog } = ports;
  await Promise.all([
    ownWrites.settled(teamId, apiKeysProjection.name),
    requestLog.settled(teamId, logsProjection.name),
  ]);
  const definition = {
    shape: apiKeysProjection,
    teamId,
    equals: { teamId },
    orderBy: 'createdAt',
    place: {
      valueOf: ({ createdAt }: ApiKeyDocument) => createdAt,
      belongs: (key: ApiKeyDocument) => key.teamId === teamId,
      ofDeleted: (id: string) =>
        createdInLog(ports, { stream: streamName('apikey', id), created: 'ApiKeyCreated', teamId }),
    },
  };
  const keys = await listPage(readStore, definition, page);
  if ('refused' in keys) return keys;
  return { ...keys, documents: await Promise.all(keys.documents.map((key) => withLastUse(ports, key))) };
}

/** To the millisecond while the request log has it; before that, to the day. */
async function withLastUse({ readStore }: ListApiKeysPorts, key: ApiKeyDocument): Promise<ApiKeyDocument> {
  const equals = { teamId: key.teamId, apiKeyId: key.id };
  const { documents } = await readStore.list(logsProjection, {
    equals,
    orderBy: 'id',
    direction: 'desc',
    limit: 1,
    forTeam: key.teamId,
  });
  const logged = documents[0]?.document?.at;
  const isLater = logged !== undefined && (key.lastUsedAt === null || logged > key.lastUsedAt);
  return isLater ? { ...key, lastUsedAt: logged } : key;
}
