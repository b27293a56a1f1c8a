import { RequestAddressProofCommand } from '../people/address-proof.js';
import { CreateApiKeyCommand, DeleteApiKeyCommand, RenameApiKeyCommand } from '../api-key/manage-api-keys.js';
import { DeleteExportCommand } from '../export/delete-export.js';
import { RequestExportCommand } from '../export/exports.js';
import { CancelEmailCommand, RescheduleEmailCommand } from '../email/schedule-email.js';
import { RevokeShareCommand, ShareEmailCommand } from '../email/share-email.js';
import { RequestErasureCommand } from '../erasure/request-erasure.js';
import { BeginLinkCommand, UnlinkIdentityCommand } from '../people/identities.js';
import { InviteCommand, RevokeInvitationCommand } from '../people/invitations.js';
import { ChangeEmailCommand } from '../people/links.js';
import { ChangeMemberCommand, ChangeTeamCommand, CreateTeamCommand } from '../people/manage-team.js';
import { EndAllSessionsCommand, EndSessionCommand, SwitchTeamCommand } from '../people/own-sessions.js';
import { ChangePasswordCommand, RenameProfileCommand } from '../people/profile.js';
import { AskToAddPasskeyCommand, AddPasskeyCommand, RemovePasskeyCommand } from '../people/passkeys.js';
import {
  ConfirmTotpCommand,
  EnrolTotpCommand,
  MakeRecoveryCodesCommand,
  RemoveTotpCommand,
} from '../people/authenticator-app.js';
import { PauseReceiverCommand, ResumeReceiverCommand } from '../queue/change-queue.js';
import { MoveTeamMailsCommand } from '../queue/move-team-mails.js';
import { ClaimDomainCommand, RequestClaimCheckCommand } from '../sending-domain/claims/claim-domain.js';
import { ChangeDomainCommand, CreateDomainCommand } from '../sending-domain/manage-domains.js';
import { AcceptBatchCommand } from '../submission/accept-rest-batch.js';
import { AcceptEmailCommand } from '../submission/accept-rest-email.js';
import { ResendEmailCommand } from '../submission/resend-email.js';
import { AddSuppressionsCommand, RemoveSuppressionsCommand } from '../suppression/manage-suppressions.js';
import { RequestReplayCommand, StopReplayCommand } from '../webhook/manage-replays.js';
import {
  ChangeWebhookCommand,
  CreateWebhookCommand,
  DeleteWebhookCommand,
  RotateWebhookSecretCommand,
} from '../webhook/manage-webhooks.js';
import { ReplayWebhookMessageCommand } from '../webhook/read-messages.js';
import { TestWebhookCommand } from '../webhook/test-webhook.js';
import type { MissingProof } from '../ports/caller-scope.js';
import { ReauthenticateCommand } from '../people/reauthenticate.js';
import type { UseCase } from './roles.js';

/** The person must first show again who they are: with what is missing. */
export class ReauthenticationRequired extends Error {
  readonly code = 'reauthentication-required';

  constructor(readonly missing: Exclude<MissingProof, 'none'>) {
    super(`this needs a proof of who asks: ${missing}`);
  }
}

interface Rule {
  readonly useCase: UseCase;
  /** Whether this one asks for it: some do for a part of what they can do. */
  readonly asks: (executed: object) => boolean;
  /** The request has the current password with it, which does where the account has no factor. */
  readonly bringsPassword: boolean;
}

function rule<Executed extends object>(
  useCase: abstract new (...parameters: never[]) => Executed,
  {
    when = () => true,
    bringsPassword = false,
  }: { when?: (executed: Executed) => boolean; bringsPassword?: boolean } = {},
): Rule {
  // It is asked with what the class has made, and nothing else.
  return { useCase, asks: (executed) => when(executed as Executed), bringsPassword };
}

/** What opens or closes an account: a person is asked for a proof of the last ten minutes first. Keys are not asked. */
const asking: readonly Rule[] = [
  rule(EnrolTotpCommand),
  rule(ConfirmTotpCommand),
  rule(RemoveTotpCommand),
  rule(MakeRecoveryCodesCommand),
  rule(AskToAddPasskeyCommand),
  rule(AddPasskeyCommand),
  rule(RemovePasskeyCommand),
  rule(BeginLinkCommand),
  rule(UnlinkIdentityCommand),
  rule(ChangePasswordCommand, { bringsPassword: true }),
  rule(ChangeEmailCommand, { bringsPassword: true }),
  rule(EndAllSessionsCommand),
  rule(EndSessionCommand, { when: ({ by, sessionId }) => sessionId !== by.sessionId }),
  rule(CreateApiKeyCommand, { when: ({ permission }) => permission === 'full_access' }),
  // How everybody in the team gets in; its name asks for nothing.
  rule(ChangeTeamCommand, { when: ({ policy }) => Object.keys(policy).length > 0 }),
];

/** What else is changed by who is signed in. A command that is in neither list fails a test: whoever adds one has to choose. */
const notAsking: readonly UseCase[] = [
  RequestAddressProofCommand,
  AcceptEmailCommand,
  AcceptBatchCommand,
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
  RenameApiKeyCommand,
  DeleteApiKeyCommand,
  SwitchTeamCommand,
  CreateTeamCommand,
  RenameProfileCommand,
  PauseReceiverCommand,
  ResumeReceiverCommand,
  ChangeMemberCommand,
  InviteCommand,
  RevokeInvitationCommand,
  RequestErasureCommand,
  ReauthenticateCommand,
];

export const proofRules: ReadonlyMap<unknown, Rule> = new Map(asking.map((each) => [each.useCase, each]));

export const withoutProof: ReadonlySet<unknown> = new Set(notAsking);
