import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { DashboardMailController } from './dashboard/emails/mail.controller.js';
import { DashboardController } from './dashboard/dashboard.controller.js';
import { FindEmailsController } from './dashboard/emails/find-emails.controller.js';
import { ExportsController } from './dashboard/exports/exports.controller.js';
import { pageReads } from './dashboard/dashboard.operations.js';
import { PageLogsController } from './dashboard/logs/page-logs.controller.js';
import { PageWebhooksController } from './dashboard/webhooks/page-webhooks.controller.js';
import { ServerHealthController } from './dashboard/health/server-health.controller.js';
import { QueueController } from './dashboard/queue/queue.controller.js';
import { TeamMetricsController } from './dashboard/metrics/team-metrics.controller.js';
import { DomainsController } from './domains/domains.controller.js';
import { ApiErrorFilter } from './edge/api-error.filter.js';
import { HTTP_OPTIONS, type HttpOptions } from './edge/http-options.js';
import { RouteTable } from './edge/route-table.js';
import { AttachmentsController } from './emails/attachments.controller.js';
import { EmailsController } from './emails/emails.controller.js';
import { HtmlText } from './emails/html-text/html-text.js';
import { MailRendering } from './emails/rendering/mail-rendering.js';
import { SharingController } from './emails/sharing.controller.js';
import { ErasuresController } from './erasures/erasures.controller.js';
import { HealthController } from './health/health.controller.js';
import { LiveController } from './live/live.controller.js';
import { LogsController } from './logs/logs.controller.js';
import { EmailMetricsController } from './metrics/metrics.controller.js';
import { type Operation, OPERATIONS, operationsOf } from './openapi/operation.js';
import { ProfileController } from './people/profile.controller.js';
import { ProvidersController } from './people/providers.controller.js';
import { SecondFactorController } from './people/second-factor.controller.js';
import { SessionController } from './people/session.controller.js';
import { AccessAuditController } from './people/access-audit.controller.js';
import { TeamController } from './people/team.controller.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { EventFeedController } from './webhooks/feed.controller.js';
import { WebhookReplaysController } from './webhooks/replays.controller.js';
import { WebhookRequestsController } from './webhooks/webhook-requests.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

export { configureHttp } from './configure.js';
export { createHttpAdapter } from './edge/adapter.js';
export type { HttpOptions, Readiness } from './edge/http-options.js';

/** All that the server answers, in the order of the OpenAPI document. */
const controllers = [
  EmailsController,
  SharingController,
  AttachmentsController,
  ApiKeysController,
  DomainsController,
  SuppressionsController,
  WebhooksController,
  WebhookReplaysController,
  WebhookRequestsController,
  EventFeedController,
  EmailMetricsController,
  UsageController,
  SessionController,
  SecondFactorController,
  ProvidersController,
  ProfileController,
  TeamController,
  ErasuresController,
  AccessAuditController,
  DashboardController,
  LiveController,
  FindEmailsController,
  ExportsController,
  DashboardMailController,
  PageWebhooksController,
  PageLogsController,
  TeamMetricsController,
  QueueController,
  ServerHealthController,
  LogsController,
  HealthController,
];

/** Every endpoint. A test compares this list with the routes that the server has. */
export const operations: readonly Operation[] = controllers.flatMap((controller) => [
  ...(controller === DashboardController ? pageReads : []),
  ...operationsOf(controller),
]);

class HttpModule {}

/** The HTTP edge. It finds the command and the query bus where `CqrsModule.forRoot()` made them global. */
export function httpModule(options: HttpOptions): DynamicModule {
  return {
    module: HttpModule,
    controllers,
    providers: [
      { provide: HTTP_OPTIONS, useValue: options },
      { provide: OPERATIONS, useValue: operations },
      { provide: APP_FILTER, useClass: ApiErrorFilter },
      RouteTable,
      HtmlText,
      MailRendering,
    ],
  };
}
