import { liveUseCases } from '../../application/live/use-cases.js';
import { queueUseCases } from '../../application/queue/use-cases.js';
import { doctorUseCases } from '../../application/doctor/use-cases.js';
import { DashboardController } from '../../infrastructure/http/dashboard/dashboard.controller.js';
import { LiveController } from '../../infrastructure/http/live/live.controller.js';
import { QueueController } from '../../infrastructure/http/dashboard/queue/queue.controller.js';
import { ServerHealthController } from '../../infrastructure/http/dashboard/health/server-health.controller.js';
import { HealthController } from '../../infrastructure/http/health/health.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const serverHttp = {
  controllers: [DashboardController, LiveController, QueueController, ServerHealthController, HealthController],
  useCases: [...liveUseCases, ...queueUseCases, ...doctorUseCases],
} satisfies HttpPart;
