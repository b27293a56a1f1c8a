import { AcceptInvitation } from './accept-invitation.js';
import { RequestAddressProof } from './address-proof.js';
import { ConfirmTotp, EnrolTotp, MakeRecoveryCodes, RemoveTotp } from './authenticator-app.js';
import { BeginLink, ListIdentities, UnlinkIdentity } from './identities.js';
import { Invite, ListInvitations, LookAtInvitation, RevokeInvitation } from './invitations.js';
import { ChangeEmail, ConfirmEmail, ConfirmReset, RequestReset } from './links.js';
import { ChangeMember, ChangeTeam, CreateTeam, GetTeam, ListPeople } from './manage-team.js';
import { EndAllSessions, EndSession, GetSession, ListSessions, SwitchTeam } from './own-sessions.js';
import { AddPasskey, AskForPasskey, AskToAddPasskey, ListPasskeys, PasskeySignIn, RemovePasskey } from './passkeys.js';
import { ChangePassword, ExportProfile, RenameProfile } from './profile.js';
import { BeginInvitationAtProvider, BeginProviderSignIn, FinishProviderSignIn } from './provider-sign-in.js';
import { Reauthenticate } from './reauthenticate.js';
import { FinishSignIn, GetSecondFactor } from './second-factor.js';
import { SetUp } from './set-up.js';
import { GetSignInOptions, SignIn } from './sign-in.js';

export const peopleUseCases = [
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
];
