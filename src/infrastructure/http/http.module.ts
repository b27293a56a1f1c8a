import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { AttachmentsController } from './emails/attachments.controller.js';
import { DashboardController } from './dashboard/dashboard.controller.js';
import { DomainClaimsController } from './domains/domain-claims.controller.js';
import { DomainsController } from './domains/domains.controller.js';
import { EmailMetricsController } from './metrics/email-metrics.controller.js';
import { EmailsController } from './emails/emails.controller.js';
import { LogsController } from './logs/logs.controller.js';
import { OperationsController } from './health/health.controller.js';
import { SuppressionsController } from './suppressions/suppressions.controller.js';
import { UsageController } from './usage/usage.controller.js';
import { SharingController } from './emails/sharing.controller.js';
import { ApiErrorFilter } from './edge/errors/api-error.filter.js';
import { HtmlText } from './emails/html-text/html-text.js';
import { HTTP_OPTIONS, type HttpOptions } from './edge/http-options.js';
import { RouteTable } from './edge/route-table.js';

export { createHttpAdapter } from './edge/adapter.js';
export { configureHttp } from './edge/configure.js';
export type { HttpOptions, Readiness } from './edge/http-options.js';

class HttpModule {}

/** The HTTP edge. It finds the command and the query bus where `CqrsModule.forRoot()` made them global. */
export function httpModule(options: HttpOptions): DynamicModule {
  return {
    module: HttpModule,
    controllers: [
      EmailMetricsController,
      EmailsController,
      AttachmentsController,
      SharingController,
      ApiKeysController,
      DomainsController,
      DomainClaimsController,
      SuppressionsController,
      UsageController,
      LogsController,
      DashboardController,
      OperationsController,
    ],
    providers: [
      { provide: HTTP_OPTIONS, useValue: options },
      { provide: APP_FILTER, useClass: ApiErrorFilter },
      RouteTable,
      HtmlText,
    ],
  };
}
