import type { RequestsAnswered } from '../../domain/request-log/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import type { LogDocument } from '../../projections/logs/logs.document.js';
import { getEmail, type GetEmailPorts } from '../email/get-email.js';
import type { DocumentShape, ReadStore, Scalar } from '../ports/read-store.js';
import { listPage } from '../shared/list-page.js';
import type { GetLogQuery, GetLogResult, ListLogsQuery, ListLogsResult, LogFilter } from './log.queries.js';
import type { RequestLog } from './request-log.js';

export interface LogQueriesDependencies {
  readonly ports: GetEmailPorts;
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
  readonly logs: DocumentShape;
  readonly requestLog: Pick<RequestLog, 'settled'>;
}

export interface LogQueries {
  list(query: ListLogsQuery): Promise<ListLogsResult>;
  get(query: GetLogQuery): Promise<GetLogResult>;
}

export function createLogQueries(dependencies: LogQueriesDependencies): LogQueries {
  const { ports, readStore, logs, requestLog } = dependencies;

  /** As it stands in the log, decrypted; undefined once its stream is removed. */
  async function read({ stream, revision }: LogDocument): Promise<Recorded<RequestsAnswered> | undefined> {
    const stored = await ports.store.readStream(stream, { from: revision, limit: 1 });
    const keyRing = await ports.keys.getMany(ports.codec.kids(stored));
    const [recorded] = ports.codec.decode(stored, keyRing) as Recorded<RequestsAnswered>[];
    return recorded;
  }

  return {
    async list({ teamId, page, filter }) {
      await requestLog.settled(teamId, logs.name);
      const belongs = (document: LogDocument): boolean => document.teamId === teamId;
      const valueOf = ({ id }: LogDocument): string => id;
      const equals = { teamId, ...equalsOf(filter) };
      const { sinceMs, untilMs } = filter;
      const range = {
        ...(sinceMs === undefined ? {} : { oldest: lowestIdAt(sinceMs) }),
        ...(untilMs === undefined ? {} : { newest: lowestIdAt(untilMs) }),
      };
      return listPage(readStore, { shape: logs, equals, orderBy: 'id', valueOf, belongs, range }, page);
    },

    async get({ teamId, requestId }) {
      await requestLog.settled(teamId, logs.name);
      const document = (await readStore.get(logs, requestId)) as LogDocument | undefined;
      if (document?.teamId !== teamId) return undefined;
      const data = (await read(document))?.event.data;
      const index = data?.requests.findIndex(({ id }) => id === requestId) ?? -1;
      const request = data?.requests[index];
      if (data === undefined || request === undefined) return undefined;
      return {
        request,
        detail: reveal(data.details)?.[index],
        emails: await Promise.all(request.emailIds.map((emailId) => getEmail(ports, { teamId, emailId }))),
      };
    },
  };
}

function equalsOf({ status, statusClass, method, apiKeyId }: LogFilter): Readonly<Record<string, Scalar>> {
  return {
    ...(status === undefined ? {} : { status }),
    ...(statusClass === undefined ? {} : { statusClass }),
    ...(method === undefined ? {} : { method }),
    ...(apiKeyId === undefined ? {} : { apiKeyId }),
  };
}
