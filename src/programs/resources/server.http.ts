import { WatchChanges } from '../../application/live/watch-changes.js';
import { PauseReceiver, ResumeReceiver } from '../../application/queue/change-queue.js';
import { MoveTeamMails } from '../../application/queue/move-team-mails.js';
import { GetTeamQueue } from '../../application/queue/team-queue.js';
import { GetHealth } from '../../application/doctor/health.js';
import { DashboardController } from '../../infrastructure/http/dashboard/dashboard.controller.js';
import { LiveController } from '../../infrastructure/http/live/live.controller.js';
import { QueueController } from '../../infrastructure/http/dashboard/queue/queue.controller.js';
import { ServerHealthController } from '../../infrastructure/http/dashboard/health/server-health.controller.js';
import { HealthController } from '../../infrastructure/http/health/health.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const serverHttp = {
  controllers: [DashboardController, LiveController, QueueController, ServerHealthController, HealthController],
  useCases: [WatchChanges, GetTeamQueue, PauseReceiver, ResumeReceiver, MoveTeamMails, GetHealth],
} satisfies HttpPart;
