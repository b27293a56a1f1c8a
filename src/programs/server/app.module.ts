import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { guarded } from '../../application/access/guard.js';
import {
  InviteHandler,
  ListInvitationsHandler,
  LookAtInvitationHandler,
  RevokeInvitationHandler,
} from '../../application/people/invitations.js';
import {
  ChangeEmailHandler,
  ConfirmEmailHandler,
  ConfirmResetHandler,
  RequestResetHandler,
} from '../../application/people/links.js';
import { RequestAddressProofHandler } from '../../application/people/address-proof.js';
import {
  ChangeMemberHandler,
  ChangeTeamHandler,
  CreateTeamHandler,
  GetTeamHandler,
  ListPeopleHandler,
} from '../../application/people/manage-team.js';
import {
  EndAllSessionsHandler,
  EndSessionHandler,
  GetSessionHandler,
  ListSessionsHandler,
  SwitchTeamHandler,
} from '../../application/people/own-sessions.js';
import { AcceptInvitationHandler } from '../../application/people/accept-invitation.js';
import { ListAccessEventsHandler } from '../../application/people/access-audit/list-access-events.js';
import { ChangePasswordHandler, ExportProfileHandler, RenameProfileHandler } from '../../application/people/profile.js';
import {
  AddPasskeyHandler,
  AskForPasskeyHandler,
  AskToAddPasskeyHandler,
  ListPasskeysHandler,
  PasskeySignInHandler,
  RemovePasskeyHandler,
} from '../../application/people/passkeys.js';
import {
  ConfirmTotpHandler,
  EnrolTotpHandler,
  MakeRecoveryCodesHandler,
  RemoveTotpHandler,
} from '../../application/people/authenticator-app.js';
import { BeginLinkHandler, ListIdentitiesHandler, UnlinkIdentityHandler } from '../../application/people/identities.js';
import {
  BeginInvitationAtProviderHandler,
  BeginProviderSignInHandler,
  FinishProviderSignInHandler,
} from '../../application/people/provider-sign-in.js';
import { ReauthenticateHandler } from '../../application/people/reauthenticate.js';
import { FinishSignInHandler, GetSecondFactorHandler } from '../../application/people/second-factor.js';
import { SetUpHandler } from '../../application/people/set-up.js';
import { GetSignInOptionsHandler, SignInHandler } from '../../application/people/sign-in.js';
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
} from '../../application/email/attachments.js';
import { GetCapturedMailHandler, GetCapturedMessageHandler } from '../../application/email/get-captured-mail.js';
import { GetEmailOverviewHandler } from '../../application/email/get-email-overview.js';
import { GetEmailSourceHandler } from '../../application/email/email-source.js';
import { GetEmailHandler } from '../../application/email/get-email.js';
import { GetShownEmailHandler } from '../../application/email/get-shown-email.js';
import { GetEmailHistoryHandler, GetEmailTimelineHandler } from '../../application/email/email-history.js';
import {
  GetSharedEmailHandler,
  ListSharesHandler,
  RevokeShareHandler,
  ShareEmailHandler,
} from '../../application/email/share-email.js';
import {
  GetExportFileHandler,
  GetExportHandler,
  ListExportsHandler,
  RequestExportHandler,
} from '../../application/export/exports.js';
import { DeleteExportHandler } from '../../application/export/delete-export.js';
import { FindEmailsHandler } from '../../application/email/find-emails.js';
import { ListEmailsHandler } from '../../application/email/list-emails.js';
import { RequestErasureHandler } from '../../application/erasure/request-erasure.js';
import { GetErasureHandler, ListErasuresHandler } from '../../application/erasure/read-erasures.js';
import { GetEmailMetricsHandler } from '../../application/metrics/get-email-metrics.js';
import { NameApiKeysHandler } from '../../application/request-log/key-names.js';
import { GetHealthHandler } from '../../application/doctor/health.js';
import { GetTeamMetricsHandler } from '../../application/metrics/team-metrics.js';
import { GetLogHandler, ListLogsHandler } from '../../application/request-log/read-logs.js';
import { CancelEmailHandler, RescheduleEmailHandler } from '../../application/email/schedule-email.js';
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
import { PauseReceiverHandler, ResumeReceiverHandler } from '../../application/queue/change-queue.js';
import { MoveTeamMailsHandler } from '../../application/queue/move-team-mails.js';
import { GetTeamQueueHandler } from '../../application/queue/team-queue.js';
import { GetUsageHandler } from '../../application/usage/get-usage.js';
import { AcceptBatchHandler } from '../../application/submission/accept-rest-batch.js';
import { ResendEmailHandler } from '../../application/submission/resend-email.js';
import { AcceptEmailHandler } from '../../application/submission/accept-rest-email.js';
import {
  ChangeWebhookHandler,
  CreateWebhookHandler,
  DeleteWebhookHandler,
  RotateWebhookSecretHandler,
} from '../../application/webhook/manage-webhooks.js';
import { WatchChangesHandler } from '../../application/live/watch-changes.js';
import { ReadFeedHandler } from '../../application/webhook/feed/read-feed.js';
import {
  GetReplayHandler,
  ListReplaysHandler,
  RequestReplayHandler,
  StopReplayHandler,
} from '../../application/webhook/manage-replays.js';
import {
  GetWebhookMessageHandler,
  ListWebhookAttemptsHandler,
  ListWebhookMessagesHandler,
  ReplayWebhookMessageHandler,
} from '../../application/webhook/read-messages.js';
import { GetAttemptHandler, ListTeamAttemptsHandler } from '../../application/webhook/read-attempts.js';
import { GetEndpointHandler, ListEndpointsHandler } from '../../application/webhook/team-endpoints.js';
import { TestWebhookHandler } from '../../application/webhook/test-webhook.js';
import { GetWebhookHandler, ListWebhooksHandler } from '../../application/webhook/read-webhooks.js';
import { type HttpOptions, httpModule } from '../../infrastructure/http/http.module.js';
import type { Services } from './services.js';

/** Each is given all ports and collaborators, and names in its type those that it needs. */
export const useCases = [
  AcceptEmailHandler,
  AcceptBatchHandler,
  ResendEmailHandler,
  GetEmailHandler,
  GetEmailOverviewHandler,
  GetEmailSourceHandler,
  GetShownEmailHandler,
  ListEmailsHandler,
  FindEmailsHandler,
  RequestExportHandler,
  DeleteExportHandler,
  ListExportsHandler,
  GetExportHandler,
  GetExportFileHandler,
  GetEmailTimelineHandler,
  GetEmailHistoryHandler,
  GetCapturedMailHandler,
  GetCapturedMessageHandler,
  ShareEmailHandler,
  RevokeShareHandler,
  ListSharesHandler,
  GetSharedEmailHandler,
  RescheduleEmailHandler,
  CancelEmailHandler,
  ListAttachmentsHandler,
  GetAttachmentHandler,
  DownloadAttachmentHandler,
  CreateApiKeyHandler,
  RenameApiKeyHandler,
  DeleteApiKeyHandler,
  ListApiKeysHandler,
  CreateDomainHandler,
  ChangeDomainHandler,
  ClaimDomainHandler,
  RequestClaimCheckHandler,
  GetDomainClaimHandler,
  ListDomainsHandler,
  GetDomainHandler,
  GetDomainDmarcHandler,
  GetUsageHandler,
  GetTeamQueueHandler,
  PauseReceiverHandler,
  ResumeReceiverHandler,
  MoveTeamMailsHandler,
  GetEmailMetricsHandler,
  GetTeamMetricsHandler,
  GetHealthHandler,
  AddSuppressionsHandler,
  RemoveSuppressionsHandler,
  ListSuppressionsHandler,
  GetSuppressionHandler,
  CreateWebhookHandler,
  ChangeWebhookHandler,
  DeleteWebhookHandler,
  RotateWebhookSecretHandler,
  ListWebhooksHandler,
  ListEndpointsHandler,
  GetEndpointHandler,
  GetWebhookHandler,
  ListWebhookMessagesHandler,
  GetWebhookMessageHandler,
  ListWebhookAttemptsHandler,
  ReplayWebhookMessageHandler,
  RequestReplayHandler,
  ListReplaysHandler,
  GetReplayHandler,
  StopReplayHandler,
  ListTeamAttemptsHandler,
  GetAttemptHandler,
  ReadFeedHandler,
  WatchChangesHandler,
  TestWebhookHandler,
  ListLogsHandler,
  NameApiKeysHandler,
  GetLogHandler,
  SignInHandler,
  GetSignInOptionsHandler,
  SetUpHandler,
  GetSessionHandler,
  ListSessionsHandler,
  EndSessionHandler,
  EndAllSessionsHandler,
  SwitchTeamHandler,
  CreateTeamHandler,
  GetTeamHandler,
  ChangeTeamHandler,
  ListAccessEventsHandler,
  ListPeopleHandler,
  ChangeMemberHandler,
  InviteHandler,
  ListInvitationsHandler,
  RevokeInvitationHandler,
  LookAtInvitationHandler,
  AcceptInvitationHandler,
  RenameProfileHandler,
  ChangePasswordHandler,
  ExportProfileHandler,
  RequestResetHandler,
  ConfirmResetHandler,
  ChangeEmailHandler,
  ConfirmEmailHandler,
  RequestAddressProofHandler,
  ReauthenticateHandler,
  FinishSignInHandler,
  GetSecondFactorHandler,
  EnrolTotpHandler,
  ConfirmTotpHandler,
  RemoveTotpHandler,
  MakeRecoveryCodesHandler,
  ListPasskeysHandler,
  AskToAddPasskeyHandler,
  AddPasskeyHandler,
  RemovePasskeyHandler,
  AskForPasskeyHandler,
  PasskeySignInHandler,
  BeginProviderSignInHandler,
  BeginInvitationAtProviderHandler,
  BeginLinkHandler,
  ListIdentitiesHandler,
  UnlinkIdentityHandler,
  FinishProviderSignInHandler,
  RequestErasureHandler,
  ListErasuresHandler,
  GetErasureHandler,
];

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
export class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const handlers = useCases.map((UseCase) => guarded(new UseCase(services), services.callerScope));
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http)],
      // A factory (and not a value): the buses find a handler's command through the instance of a provider that is made.
      providers: handlers.map((handler) => ({ provide: handler.constructor, useFactory: () => handler, inject: [] })),
    };
  }
}
