import { NameApiKeys } from '../../application/request-log/key-names.js';
import { GetLog, ListLogs } from '../../application/request-log/read-logs.js';
import { LogsController } from '../../infrastructure/http/logs/logs.controller.js';
import { PageLogsController } from '../../infrastructure/http/dashboard/logs/page-logs.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const logsHttp = {
  tag: { name: 'Logs', description: 'The requests that were made, and what they were answered.' },
  controllers: [LogsController, PageLogsController],
  useCases: [ListLogs, NameApiKeys, GetLog],
} satisfies HttpPart;
