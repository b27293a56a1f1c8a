import { WatchChanges } from '../../application/live/watch-changes.js';
import { DashboardController } from '../../infrastructure/http/dashboard/dashboard.controller.js';
import { LiveController } from '../../infrastructure/http/live/live.controller.js';
import { queueHttp } from '../../infrastructure/http/dashboard/queue/queue.operations.js';
import { serverHealthHttp } from '../../infrastructure/http/dashboard/health/server-health.operations.js';
import { HealthController } from '../../infrastructure/http/health/health.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const serverHttp = {
  controllers: [
    DashboardController,
    LiveController,
    ...queueHttp.controllers,
    ...serverHealthHttp.controllers,
    HealthController,
  ],
  useCases: [WatchChanges, ...queueHttp.useCases, ...serverHealthHttp.useCases],
} satisfies HttpPart;
