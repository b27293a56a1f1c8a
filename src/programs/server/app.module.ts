import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import {
  CreateApiKeyHandler,
  DeleteApiKeyHandler,
  ListApiKeysHandler,
  RenameApiKeyHandler,
} from '../../application/api-key/api-key.handlers.js';
import {
  DownloadAttachmentHandler,
  GetAttachmentHandler,
  ListAttachmentsHandler,
} from '../../application/email/attachment.handlers.js';
import {
  GetCapturedMailHandler,
  GetCapturedMessageHandler,
  GetEmailHandler,
  GetEmailHistoryHandler,
  GetEmailTimelineHandler,
  GetSharedEmailHandler,
  ListEmailsHandler,
  ShareEmailHandler,
} from '../../application/email/email.handlers.js';
import { GetEmailMetricsHandler } from '../../application/metrics/metrics.handlers.js';
import { GetLogHandler, ListLogsHandler } from '../../application/request-log/log.handlers.js';
import { CancelEmailHandler, RescheduleEmailHandler } from '../../application/email/schedule.handlers.js';
import {
  ChangeDomainHandler,
  ClaimDomainHandler,
  CreateDomainHandler,
  GetDomainClaimHandler,
  GetDomainDmarcHandler,
  GetDomainHandler,
  ListDomainsHandler,
  RequestClaimCheckHandler,
} from '../../application/sending-domain/domain.handlers.js';
import {
  AddSuppressionsHandler,
  GetSuppressionHandler,
  ListSuppressionsHandler,
  RemoveSuppressionsHandler,
} from '../../application/suppression/suppression.handlers.js';
import { GetTeamQueueHandler } from '../../application/queue/queue.handlers.js';
import { GetUsageHandler } from '../../application/usage/usage.handlers.js';
import { AcceptBatchHandler, AcceptEmailHandler } from '../../application/submission/accept-emails.handlers.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import type { Services } from './services.js';

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { acceptEmails, apiKeys, attachmentQueries, domains, domainQueries, emailQueries, getUsage } = services;
    const { domainClaims, domainWrites, getDomainDmarc, getEmailMetrics, listApiKeys, logQueries, schedule } = services;
    const handlers = [
      new AcceptEmailHandler(acceptEmails),
      new AcceptBatchHandler(acceptEmails),
      new RescheduleEmailHandler(schedule),
      new CancelEmailHandler(schedule),
      new CreateApiKeyHandler(apiKeys, domains),
      new RenameApiKeyHandler(apiKeys),
      new DeleteApiKeyHandler(apiKeys),
      new ListApiKeysHandler(listApiKeys),
      new GetEmailHandler(emailQueries),
      new ListEmailsHandler(emailQueries),
      new GetEmailTimelineHandler(emailQueries),
      new GetEmailHistoryHandler(emailQueries),
      new GetCapturedMailHandler(emailQueries),
      new GetCapturedMessageHandler(emailQueries),
      new ShareEmailHandler(emailQueries),
      new GetSharedEmailHandler(emailQueries),
      new ListAttachmentsHandler(attachmentQueries),
      new GetAttachmentHandler(attachmentQueries),
      new DownloadAttachmentHandler(attachmentQueries),
      new CreateDomainHandler(domainWrites),
      new ChangeDomainHandler(domainWrites),
      new ClaimDomainHandler(domainClaims),
      new RequestClaimCheckHandler(domainClaims),
      new GetDomainClaimHandler(domainClaims),
      new ListDomainsHandler(domainQueries),
      new GetDomainHandler(domainQueries),
      new GetDomainDmarcHandler(getDomainDmarc),
      new GetUsageHandler(getUsage),
      new GetTeamQueueHandler(services.getTeamQueue),
      new GetEmailMetricsHandler(getEmailMetrics),
      new AddSuppressionsHandler(services.suppressions),
      new RemoveSuppressionsHandler(services.suppressions),
      new ListSuppressionsHandler(services.suppressions),
      new GetSuppressionHandler(services.suppressions),
      new ListLogsHandler(logQueries),
      new GetLogHandler(logQueries),
    ];
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http)],
      // A factory (and not a value): the buses find a handler's command through the instance of a provider that is made.
      providers: handlers.map((handler) => ({ provide: handler.constructor, useFactory: () => handler, inject: [] })),
    };
  }
}
