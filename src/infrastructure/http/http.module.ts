import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiKeysController } from './controllers/api-keys.controller.js';
import { AttachmentsController } from './controllers/attachments.controller.js';
import { DashboardController } from './controllers/dashboard.controller.js';
import { DomainClaimsController } from './controllers/domain-claims.controller.js';
import { DomainsController } from './controllers/domains.controller.js';
import { EmailMetricsController } from './controllers/email-metrics.controller.js';
import { EmailsController } from './controllers/emails.controller.js';
import { LogsController } from './controllers/logs.controller.js';
import { OperationsController } from './controllers/operations.controller.js';
import { SuppressionsController } from './controllers/suppressions.controller.js';
import { UsageController } from './controllers/usage.controller.js';
import { SharingController } from './controllers/sharing.controller.js';
import { ApiErrorFilter } from './errors/api-error.filter.js';
import { HtmlText } from './html-text/html-text.js';
import { HTTP_OPTIONS, type HttpOptions } from './http-options.js';
import { RouteTable } from './route-table.js';

export { createHttpAdapter } from './adapter.js';
export { configureHttp } from './configure.js';
export type { HttpOptions, Readiness } from './http-options.js';

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
