import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  CreateApiKeyHandler,
  DeleteApiKeyHandler,
  RenameApiKeyHandler,
} from '../../application/api-key/manage-api-keys.js';
import { ListApiKeysHandler } from '../../application/api-key/list-api-keys.js';
import {
  DownloadAttachmentHandler,
  GetAttachmentHandler,
  ListAttachmentsHandler,
} from '../../application/email/attachment.handlers.js';
import {
  GetCapturedMailHandler,
  GetEmailHandler,
  GetEmailHistoryHandler,
  GetEmailTimelineHandler,
  GetSharedEmailHandler,
  ListEmailsHandler,
  ShareEmailHandler,
} from '../../application/email/email.handlers.js';
import { GetEmailMetricsHandler } from '../../application/metrics/get-email-metrics.js';
import { GetLogHandler, ListLogsHandler } from '../../application/request-log/read-logs.js';
import { CancelEmailHandler, RescheduleEmailHandler } from '../../application/email/schedule.handlers.js';
import { ChangeDomainHandler, CreateDomainHandler } from '../../application/sending-domain/manage-domains.js';
import {
  ClaimDomainHandler,
  GetDomainClaimHandler,
  RequestClaimCheckHandler,
} from '../../application/sending-domain/claims/claim-domain.js';
import {
  GetDomainDmarcHandler,
  GetDomainHandler,
  ListDomainsHandler,
} from '../../application/sending-domain/read-domains.js';
import {
  AddSuppressionsHandler,
  RemoveSuppressionsHandler,
} from '../../application/suppression/manage-suppressions.js';
import { GetSuppressionHandler, ListSuppressionsHandler } from '../../application/suppression/read-suppressions.js';
import { GetTeamQueueHandler } from '../../application/queue/team-queue.js';
import { GetUsageHandler } from '../../application/usage/get-usage.js';
import { AcceptBatchHandler, AcceptEmailHandler } from '../../application/submission/accept-emails.handlers.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import type { Services } from './services.js';

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { ports, acceptEmails, attachmentQueries, emailQueries, schedule } = services;
    const handlers = [
      new AcceptEmailHandler(acceptEmails),
      new AcceptBatchHandler(acceptEmails),
      new RescheduleEmailHandler(schedule),
      new CancelEmailHandler(schedule),
      new CreateApiKeyHandler(ports),
      new RenameApiKeyHandler(ports),
      new DeleteApiKeyHandler(ports),
      new ListApiKeysHandler(ports),
      new GetEmailHandler(emailQueries),
      new ListEmailsHandler(emailQueries),
      new GetEmailTimelineHandler(emailQueries),
      new GetEmailHistoryHandler(emailQueries),
      new GetCapturedMailHandler(emailQueries),
      new ShareEmailHandler(emailQueries),
      new GetSharedEmailHandler(emailQueries),
      new ListAttachmentsHandler(attachmentQueries),
      new GetAttachmentHandler(attachmentQueries),
      new DownloadAttachmentHandler(attachmentQueries),
      new CreateDomainHandler(ports),
      new ChangeDomainHandler(ports),
      new ClaimDomainHandler(ports),
      new RequestClaimCheckHandler(ports),
      new GetDomainClaimHandler(ports),
      new ListDomainsHandler(ports),
      new GetDomainHandler(ports),
      new GetDomainDmarcHandler(ports),
      new GetUsageHandler(ports),
      new GetTeamQueueHandler(ports),
      new GetEmailMetricsHandler(ports),
      new AddSuppressionsHandler(ports),
      new RemoveSuppressionsHandler(ports),
      new ListSuppressionsHandler(ports),
      new GetSuppressionHandler(ports),
      new ListLogsHandler(ports),
      new GetLogHandler(ports),
    ];
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http)],
      // A factory (and not a value): the buses find a handler's command through the instance of a provider that is made.
      providers: handlers.map((handler) => ({ provide: handler.constructor, useFactory: () => handler, inject: [] })),
    };
  }
}
