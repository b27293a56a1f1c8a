import { NameApiKeys } from '../../application/request-log/key-names.js';
import { getPageLog, listPageLogs } from '../../infrastructure/http/dashboard/logs/page-logs.operations.js';
import { httpPart } from '../../infrastructure/http/http-part.js';
import { getLog, listLogs } from '../../infrastructure/http/logs/logs.operations.js';

export const logsHttp = httpPart({
  tag: { name: 'Logs', description: 'The API requests of the team and their responses.' },
  noun: 'Log',
  operations: [listLogs, getLog, listPageLogs, getPageLog],
  useCases: [NameApiKeys],
});
