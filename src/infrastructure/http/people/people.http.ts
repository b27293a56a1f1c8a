import { BeginProviderSignIn, FinishProviderSignIn } from '../../../application/people/provider-sign-in.js';
import { notFound } from '../edge/errors/api-error.js';
import { httpPart } from '../http-part.js';
import * as passkeys from './passkeys.operations.js';
import * as profile from './profile.operations.js';
import { ProviderRedirectsController } from './provider-redirects.controller.js';
import * as providers from './providers.operations.js';
import { peopleRefusals } from './refusals.js';
import * as factors from './second-factor.operations.js';
import * as sessions from './session.operations.js';
import * as team from './team.operations.js';

export const peopleHttp = httpPart({
  missing: () => notFound('There is no such thing.'),
  operations: [
    sessions.getSession,
    sessions.getSignInOptions,
    sessions.setUp,
    sessions.signIn,
    sessions.signOut,
    sessions.listSessions,
    sessions.endSession,
    sessions.endAllSessions,
    sessions.switchTeam,
    sessions.createTeam,
    factors.getSecondFactor,
    factors.secondFactor,
    factors.reauthenticate,
    passkeys.passkeySignInOptions,
    passkeys.passkeySignIn,
    factors.beginTotp,
    factors.confirmTotp,
    factors.removeTotp,
    factors.makeRecoveryCodes,
    passkeys.listPasskeys,
    passkeys.passkeyOptions,
    passkeys.addPasskey,
    passkeys.removePasskey,
    providers.beginInvitationAtProvider,
    providers.listIdentities,
    providers.linkIdentity,
    providers.unlinkIdentity,
    profile.requestReset,
    profile.lookAtReset,
    profile.confirmReset,
    profile.renameProfile,
    profile.changePassword,
    profile.changeEmail,
    profile.requestAddressProof,
    profile.confirmEmail,
    profile.exportProfile,
    team.listPeople,
    team.changeRole,
    team.removePerson,
    team.listInvitations,
    team.invite,
    team.revokeInvitation,
    team.lookAtInvitation,
    team.acceptInvitation,
    team.getTeam,
    team.changeTeam,
  ],
  controllers: [ProviderRedirectsController],
  useCases: [BeginProviderSignIn, FinishProviderSignIn],
  refusals: peopleRefusals,
});
