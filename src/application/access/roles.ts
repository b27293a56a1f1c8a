import { ListApiKeysQuery } from '../api-key/list-api-keys.js';
import { CreateApiKeyCommand, DeleteApiKeyCommand, RenameApiKeyCommand } from '../api-key/manage-api-keys.js';
import { DownloadAttachmentQuery, GetAttachmentQuery, ListAttachmentsQuery } from '../email/attachments.js';
import { FindEmailsQuery } from '../email/find-emails.js';
import { GetEmailHistoryQuery, GetEmailTimelineQuery } from '../email/email-history.js';
import { GetCapturedMailQuery, GetCapturedMessageQuery } from '../email/get-captured-mail.js';
import { GetEmailOverviewQuery } from '../email/get-email-overview.js';
import { GetEmailQuery } from '../email/get-email.js';
import { GetEmailSourceQuery } from '../email/email-source.js';
import { GetShownEmailQuery } from '../email/get-shown-email.js';
import { ListEmailsQuery } from '../email/list-emails.js';
import { DeleteExportCommand } from '../export/delete-export.js';
import { GetExportFileQuery, GetExportQuery, ListExportsQuery, RequestExportCommand } from '../export/exports.js';
import { CancelEmailCommand, RescheduleEmailCommand } from '../email/schedule-email.js';
import { GetSharedEmailQuery, ListSharesQuery, RevokeShareCommand, ShareEmailCommand } from '../email/share-email.js';
import { RequestErasureCommand } from '../erasure/request-erasure.js';
import { GetErasureQuery, ListErasuresQuery } from '../erasure/read-erasures.js';
import { GetEmailMetricsQuery } from '../metrics/get-email-metrics.js';
import { GetHealthQuery } from '../doctor/health.js';
import { GetTeamMetricsQuery } from '../metrics/team-metrics.js';
import { ListAccessEventsQuery } from '../people/access-audit/list-access-events.js';
import { AcceptInvitationCommand } from '../people/accept-invitation.js';
import { BeginLinkCommand, ListIdentitiesQuery, UnlinkIdentityCommand } from '../people/identities.js';
import {
  InviteCommand,
  ListInvitationsQuery,
  LookAtInvitationQuery,
  RevokeInvitationCommand,
} from '../people/invitations.js';
import { RequestAddressProofCommand } from '../people/address-proof.js';
import { ChangeEmailCommand, ConfirmEmailCommand, ConfirmResetCommand, RequestResetCommand } from '../people/links.js';
import {
  ChangeMemberCommand,
  ChangeTeamCommand,
  CreateTeamCommand,
  GetTeamQuery,
  ListPeopleQuery,
} from '../people/manage-team.js';
import {
  EndAllSessionsCommand,
  EndSessionCommand,
  GetSessionQuery,
  ListSessionsQuery,
  SwitchTeamCommand,
} from '../people/own-sessions.js';
import { ChangePasswordCommand, ExportProfileQuery, RenameProfileCommand } from '../people/profile.js';
import {
  AskForPasskeyCommand,
  AskToAddPasskeyCommand,
  AddPasskeyCommand,
  ListPasskeysQuery,
  PasskeySignInCommand,
  RemovePasskeyCommand,
} from '../people/passkeys.js';
import {
  ConfirmTotpCommand,
  EnrolTotpCommand,
  MakeRecoveryCodesCommand,
  RemoveTotpCommand,
} from '../people/authenticator-app.js';
import {
  BeginInvitationAtProviderCommand,
  BeginProviderSignInCommand,
  FinishProviderSignInCommand,
} from '../people/provider-sign-in.js';
import { ReauthenticateCommand } from '../people/reauthenticate.js';
import { FinishSignInCommand, GetSecondFactorQuery } from '../people/second-factor.js';
import { SetUpCommand } from '../people/set-up.js';
import { GetSignInOptionsQuery, SignInCommand } from '../people/sign-in.js';
import { PauseReceiverCommand, ResumeReceiverCommand } from '../queue/change-queue.js';
import { MoveTeamMailsCommand } from '../queue/move-team-mails.js';
import { GetTeamQueueQuery } from '../queue/team-queue.js';
import { NameApiKeysQuery } from '../request-log/key-names.js';
import { GetLogQuery, ListLogsQuery } from '../request-log/read-logs.js';
import {
  ClaimDomainCommand,
  GetDomainClaimQuery,
  RequestClaimCheckCommand,
} from '../sending-domain/claims/claim-domain.js';
import { ChangeDomainCommand, CreateDomainCommand } from '../sending-domain/manage-domains.js';
import { GetDomainDmarcQuery, GetDomainQuery, ListDomainsQuery } from '../sending-domain/read-domains.js';
import { AcceptBatchCommand } from '../submission/accept-rest-batch.js';
import { AcceptEmailCommand } from '../submission/accept-rest-email.js';
import { ResendEmailCommand } from '../submission/resend-email.js';
import { AddSuppressionsCommand, RemoveSuppressionsCommand } from '../suppression/manage-suppressions.js';
import { GetSuppressionQuery, ListSuppressionsQuery } from '../suppression/read-suppressions.js';
import { GetUsageQuery } from '../usage/get-usage.js';
import { WatchChangesQuery } from '../live/watch-changes.js';
import { ReadFeedQuery } from '../webhook/feed/read-feed.js';
import {
  GetReplayQuery,
  ListReplaysQuery,
  RequestReplayCommand,
  StopReplayCommand,
} from '../webhook/manage-replays.js';
import {
  ChangeWebhookCommand,
  CreateWebhookCommand,
  DeleteWebhookCommand,
  RotateWebhookSecretCommand,
} from '../webhook/manage-webhooks.js';
import { GetAttemptQuery, ListTeamAttemptsQuery } from '../webhook/read-attempts.js';
import {
  GetWebhookMessageQuery,
  ListWebhookAttemptsQuery,
  ListWebhookMessagesQuery,
  ReplayWebhookMessageCommand,
} from '../webhook/read-messages.js';
import { GetWebhookQuery, ListWebhooksQuery } from '../webhook/read-webhooks.js';
import { GetEndpointQuery, ListEndpointsQuery } from '../webhook/team-endpoints.js';
import { TestWebhookCommand } from '../webhook/test-webhook.js';
import type { Need } from './may.js';

/** The class of a command or a query. */
export type UseCase = abstract new (...parameters: never[]) => object;

/**
 * Who may do what: every use case that the buses execute, and the least that it needs. One that is missing here is refused to
 * everybody, and fails a test.
 */
const useCasesByNeed: Readonly<Record<Need, readonly UseCase[]>> = {
  anyone: [
    DownloadAttachmentQuery,
    GetSharedEmailQuery,
    GetSignInOptionsQuery,
    LookAtInvitationQuery,
    SetUpCommand,
    SignInCommand,
    RequestResetCommand,
    ConfirmResetCommand,
    ConfirmEmailCommand,
    AcceptInvitationCommand,
    FinishSignInCommand,
    GetSecondFactorQuery,
    AskForPasskeyCommand,
    PasskeySignInCommand,
    BeginProviderSignInCommand,
    FinishProviderSignInCommand,
    BeginInvitationAtProviderCommand,
  ],
  sender: [AcceptEmailCommand, AcceptBatchCommand],
  'read-only': [
    FindEmailsQuery,
    GetExportFileQuery,
    GetExportQuery,
    ListExportsQuery,
    GetAttachmentQuery,
    GetAttemptQuery,
    GetCapturedMailQuery,
    GetCapturedMessageQuery,
    GetDomainClaimQuery,
    GetDomainDmarcQuery,
    GetDomainQuery,
    GetEmailHistoryQuery,
    GetEmailMetricsQuery,
    GetEmailOverviewQuery,
    GetEmailQuery,
    GetEmailSourceQuery,
    GetEmailTimelineQuery,
    GetEndpointQuery,
    GetLogQuery,
    GetReplayQuery,
    GetShownEmailQuery,
    GetSuppressionQuery,
    GetTeamMetricsQuery,
    GetTeamQueueQuery,
    GetUsageQuery,
    GetWebhookMessageQuery,
    GetWebhookQuery,
    ListApiKeysQuery,
    ListAttachmentsQuery,
    ListDomainsQuery,
    ListEmailsQuery,
    ListEndpointsQuery,
    ListLogsQuery,
    ListReplaysQuery,
    ListSharesQuery,
    ListSuppressionsQuery,
    ListTeamAttemptsQuery,
    ListWebhookAttemptsQuery,
    ListWebhookMessagesQuery,
    ListWebhooksQuery,
    NameApiKeysQuery,
    ReadFeedQuery,
    WatchChangesQuery,
  ],
  member: [
    RequestExportCommand,
    DeleteExportCommand,
    ResendEmailCommand,
    MoveTeamMailsCommand,
    ShareEmailCommand,
    RevokeShareCommand,
    CancelEmailCommand,
    RescheduleEmailCommand,
    ChangeDomainCommand,
    ClaimDomainCommand,
    CreateDomainCommand,
    RequestClaimCheckCommand,
    AddSuppressionsCommand,
    RemoveSuppressionsCommand,
    CreateWebhookCommand,
    ChangeWebhookCommand,
    DeleteWebhookCommand,
    RotateWebhookSecretCommand,
    ReplayWebhookMessageCommand,
    RequestReplayCommand,
    StopReplayCommand,
    TestWebhookCommand,
  ],
  admin: [CreateApiKeyCommand, RenameApiKeyCommand, DeleteApiKeyCommand],
  enrolling: [
    GetSessionQuery,
    ListSessionsQuery,
    EndSessionCommand,
    SwitchTeamCommand,
    EnrolTotpCommand,
    ConfirmTotpCommand,
    ListPasskeysQuery,
    AskToAddPasskeyCommand,
    AddPasskeyCommand,
    ListIdentitiesQuery,
    ReauthenticateCommand,
  ],
  oneself: [
    EndAllSessionsCommand,
    CreateTeamCommand,
    RenameProfileCommand,
    RequestAddressProofCommand,
    ChangePasswordCommand,
    ChangeEmailCommand,
    ExportProfileQuery,
    RemoveTotpCommand,
    MakeRecoveryCodesCommand,
    RemovePasskeyCommand,
    BeginLinkCommand,
    UnlinkIdentityCommand,
  ],
  person: [ListPeopleQuery, GetTeamQuery],
  'person admin': [
    GetHealthQuery,
    PauseReceiverCommand,
    ResumeReceiverCommand,
    ChangeMemberCommand,
    InviteCommand,
    RevokeInvitationCommand,
    ListInvitationsQuery,
    ListAccessEventsQuery,
    ChangeTeamCommand,
    RequestErasureCommand,
    ListErasuresQuery,
    GetErasureQuery,
  ],
};

export const needs: ReadonlyMap<unknown, Need> = new Map(
  // The keys of the record are needs.
  Object.entries(useCasesByNeed).flatMap(([need, useCases]) => useCases.map((each) => [each, need as Need] as const)),
);
