import { query } from '../access/use-case.js';
import type { AnsweredRequest, RequestDetail, RequestsAnswered } from '../../domain/request-log/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import { type LogDocument, logsProjection, routeOf } from '../../projections/logs/logs.projection.js';
import { type GetEmailPorts, getEmails, type ReadEmail } from '../email/get-email.js';
import type { TakeBytes } from '../email/read-email.js';
import type { Scalar } from '../ports/read-store.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';

/** All of them hold together. */
export interface LogFilter {
  readonly status?: number;
  /** 2 for every 2xx, and so on. */
  readonly statusClass?: number;
  readonly method?: string;
  readonly apiKeyId?: string;
  /** A path as it was asked for; `{id}` in it stands for any id. */
  readonly path?: string;
  /** Milliseconds since the epoch: came in then or later. */
  readonly sinceMs?: number;
  /** Milliseconds since the epoch: came in before. */
  readonly untilMs?: number;
}

/** GET /logs, newest first. Waits up to half a second for what this process has answered the team. */
export interface ListLogs {
  readonly teamId: string;
  readonly page: PageRequest;
  readonly filter: LogFilter;
}
export type ListLogsResult = Page<LogDocument>;

/** GET /logs/{id}. Undefined when it is not this team's, or no longer kept. */
export interface GetLog {
  readonly teamId: string;
  readonly requestId: string;
  /** For the bodies of its mails. */
  readonly takeBytes: TakeBytes;
}
/** `busy`: the memory for its mails could not be had. */
export type GetLogResult = LoggedRequest | { readonly refused: 'busy' } | undefined;

export interface LoggedRequest {
  readonly request: AnsweredRequest;
  /** Undefined when its key is destroyed: the whole stream is about to go. */
  readonly detail: RequestDetail | undefined;
  /** The mails that it had accepted, in order; undefined where one is no longer kept. */
  readonly emails: readonly (ReadEmail | undefined)[];
}

export type ListLogsPorts = Pick<Ports, 'readStore'> & {
  readonly requestLog: Pick<OwnWrites, 'settled'>;
};

type GetLogPorts = ListLogsPorts & GetEmailPorts;

export const ListLogs = query({ name: 'ListLogs', need: 'read-only', run: listLogs });

export const GetLog = query({ name: 'GetLog', need: 'read-only', run: getLog });

export async function listLogs(
  { readStore, requestLog }: ListLogsPorts,
  { teamId, page, filter }: ListLogs,
): Promise<ListLogsResult> {
  await requestLog.settled(teamId, logsProjection.name);
  const { sinceMs, untilMs } = filter;
  const definition = {
    shape: logsProjection,
    teamId,
    equals: { teamId, ...equalsOf(filter) },
    orderBy: 'id',
    range: {
      ...(sinceMs === undefined ? {} : { oldest: lowestIdAt(sinceMs) }),
      ...(untilMs === undefined ? {} : { newest: lowestIdAt(untilMs) }),
    },
  };
  return listPage<LogDocument>(readStore, definition, page);
}

async function getLog(ports: GetLogPorts, { teamId, requestId, takeBytes }: GetLog): Promise<GetLogResult> {
  await ports.requestLog.settled(teamId, logsProjection.name);
  const document = await ports.readStore.get(logsProjection, requestId);
  if (document?.teamId !== teamId) return undefined;
  const data = (await recorded(ports, document))?.event.data;
  const index = data?.requests.findIndex(({ id }) => id === requestId) ?? -1;
  const request = data?.requests[index];
  if (data === undefined || request === undefined) return undefined;
  const emails = await getEmails(ports, { teamId, emailIds: request.emailIds, takeBytes });
  return 'refused' in emails ? emails : { request, detail: reveal(data.details)?.[index], emails };
}

/** As it stands in the log, decrypted; undefined once its stream is removed. */
async function recorded(
  { store, codec, keys }: GetLogPorts,
  { stream, revision }: LogDocument,
): Promise<Recorded<RequestsAnswered> | undefined> {
  const stored = await store.readStream(stream, { from: revision, limit: 1 });
  const keyRing = await keys.getMany(codec.kids(stored));
  const [found] = codec.decode<RequestsAnswered>(stored, keyRing);
  return found;
}

function equalsOf({ status, statusClass, method, apiKeyId, path }: LogFilter): Readonly<Record<string, Scalar>> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(statusClass === undefined ? {} : { statusClass }),
    ...(method === undefined ? {} : { method }),
    ...(apiKeyId === undefined ? {} : { apiKeyId }),
    ...(path === undefined ? {} : pathEquals(path)),
  };
}

/** Filter for the path of one resource, searched among the requests of its route. */
function pathEquals(path: string): Readonly<Record<string, string>> {
  const route = routeOf(path);
  return /[{:]/.test(path) || path === route ? { route } : { route, endpoint: path.toLowerCase() };
}
