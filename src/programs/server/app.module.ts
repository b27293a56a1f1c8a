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
} from '../../application/email/attachments.js';
import { GetCapturedMailHandler } from '../../application/email/get-captured-mail.js';
import { GetEmailHandler } from '../../application/email/get-email.js';
import { GetEmailHistoryHandler, GetEmailTimelineHandler } from '../../application/email/email-history.js';
import { GetSharedEmailHandler, ShareEmailHandler } from '../../application/email/share-email.js';
import { ListEmailsHandler } from '../../application/email/list-emails.js';
import { GetEmailMetricsHandler } from '../../application/metrics/metrics.handlers.js';
import { GetLogHandler, ListLogsHandler } from '../../application/request-log/log.handlers.js';
import { CancelEmailHandler, RescheduleEmailHandler } from '../../application/email/schedule-email.js';
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
import { AcceptBatchHandler } from '../../application/submission/accept-rest-batch.js';
import { AcceptEmailHandler } from '../../application/submission/accept-rest-email.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import type { Services } from './services.js';

/** Each is given all ports and collaborators, and names in its type those that it needs. */
const useCases = [
  AcceptEmailHandler,
  AcceptBatchHandler,
  GetEmailHandler,
  ListEmailsHandler,
  GetEmailTimelineHandler,
  GetEmailHistoryHandler,
  GetCapturedMailHandler,
  ShareEmailHandler,
  GetSharedEmailHandler,
  RescheduleEmailHandler,
  CancelEmailHandler,
  ListAttachmentsHandler,
  GetAttachmentHandler,
  DownloadAttachmentHandler,
];

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { apiKeys, domains, domainQueries, getUsage } = services;
    const { domainClaims, domainWrites, getDomainDmarc, getEmailMetrics, listApiKeys, logQueries } = services;
    const handlers = [
      ...useCases.map((UseCase) => new UseCase(services)),
      new CreateApiKeyHandler(apiKeys, domains),
      new RenameApiKeyHandler(apiKeys),
      new DeleteApiKeyHandler(apiKeys),
      new ListApiKeysHandler(listApiKeys),
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
