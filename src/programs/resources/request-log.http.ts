import { requestLogUseCases } from '../../application/request-log/use-cases.js';
import { LogsController } from '../../infrastructure/http/logs/logs.controller.js';
import { PageLogsController } from '../../infrastructure/http/dashboard/logs/page-logs.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const logsHttp = {
  tag: { name: 'Logs', description: 'The requests that were made, and what they were answered.' },
  controllers: [LogsController, PageLogsController],
  useCases: requestLogUseCases,
} satisfies HttpPart;
