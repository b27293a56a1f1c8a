import { AcceptInvitation } from '../../../application/people/accept-invitation.js';
import { RequestAddressProof } from '../../../application/people/address-proof.js';
import {
  ConfirmTotp,
  EnrolTotp,
  MakeRecoveryCodes,
  RemoveTotp,
} from '../../../application/people/authenticator-app.js';
import { BeginLink, ListIdentities, UnlinkIdentity } from '../../../application/people/identities.js';
import {
  Invite,
  ListInvitations,
  LookAtInvitation,
  RevokeInvitation,
} from '../../../application/people/invitations.js';
import { ChangeEmail, ConfirmEmail } from '../../../application/people/links.js';
import { ChangeMember, ChangeTeam, CreateTeam, GetTeam, ListPeople } from '../../../application/people/manage-team.js';
import {
  EndAllSessions,
  EndSession,
  GetSession,
  ListSessions,
  SwitchTeam,
} from '../../../application/people/own-sessions.js';
import {
  AddPasskey,
  AskForPasskey,
  AskToAddPasskey,
  ListPasskeys,
  PasskeySignIn,
  RemovePasskey,
} from '../../../application/people/passkeys.js';
import { ConfirmReset, LookAtReset, RequestReset } from '../../../application/people/password-reset.js';
import { ChangePassword, ExportProfile, RenameProfile } from '../../../application/people/profile.js';
import {
  BeginInvitationAtProvider,
  BeginProviderSignIn,
  FinishProviderSignIn,
} from '../../../application/people/provider-sign-in.js';
import { Reauthenticate } from '../../../application/people/reauthenticate.js';
import { FinishSignIn, GetSecondFactor } from '../../../application/people/second-factor.js';
import { SetUp } from '../../../application/people/set-up.js';
import { GetSignInOptions, SignIn } from '../../../application/people/sign-in.js';
import { SessionController } from './session.controller.js';
import { SecondFactorController } from './second-factor.controller.js';
import { ProvidersController } from './providers.controller.js';
import { ProfileController } from './profile.controller.js';
import { TeamController } from './team.controller.js';
import type { HttpPart } from '../http-part.js';

export const peopleHttp = {
  controllers: [SessionController, SecondFactorController, ProvidersController, ProfileController, TeamController],
  useCases: [
    SignIn,
    GetSignInOptions,
    SetUp,
    GetSession,
    ListSessions,
    EndSession,
    EndAllSessions,
    SwitchTeam,
    CreateTeam,
    GetTeam,
    ChangeTeam,
    ListPeople,
    ChangeMember,
    Invite,
    ListInvitations,
    RevokeInvitation,
    LookAtInvitation,
    AcceptInvitation,
    RenameProfile,
    ChangePassword,
    ExportProfile,
    RequestReset,
    LookAtReset,
    ConfirmReset,
    ChangeEmail,
    ConfirmEmail,
    RequestAddressProof,
    Reauthenticate,
    FinishSignIn,
    GetSecondFactor,
    EnrolTotp,
    ConfirmTotp,
    RemoveTotp,
    MakeRecoveryCodes,
    ListPasskeys,
    AskToAddPasskey,
    AddPasskey,
    RemovePasskey,
    AskForPasskey,
    PasskeySignIn,
    BeginProviderSignIn,
    BeginInvitationAtProvider,
    BeginLink,
    ListIdentities,
    UnlinkIdentity,
    FinishProviderSignIn,
  ],
} satisfies HttpPart;
