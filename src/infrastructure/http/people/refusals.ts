import type { TooManyToday } from '../../../application/people/daily-limits.js';
import type { TooManyTries } from '../../../application/people/too-many-tries.js';
import { ApiError, invalid, notFound, unavailable } from '../edge/errors/api-error.js';

const denied = (message: string): ApiError => new ApiError(403, 'invalid_access', message);

/** What tells the operator of an attack is noted; all others are slips. */
export const peopleRefusals = {
  // One wording for everything that may be wrong with a sign-in.
  'wrong-credentials': () =>
    new ApiError(401, 'invalid_access', 'This is not right. Check the address and the password, and try again.').noting(
      'sign-in-failed',
      'wrong-credentials',
    ),
  'wrong-password': () => denied('The password is not right.').noting('sign-in-failed', 'wrong-password'),
  'factor-required': () =>
    denied(
      'Your account has a second factor: confirm with a code of your authenticator app, a recovery code or a passkey.',
    ),
  'password-common': () =>
    invalid(
      'Invalid `password` field. It is one of the passwords that are tried first. Choose another one, for example four words that have nothing to do with each other.',
    ),
  'password-personal': () =>
    invalid('Invalid `password` field. It must not be your own name or address. Choose another one.'),
  'wrong-code': () =>
    new ApiError(401, 'invalid_access', 'The code is not right, or was used already.').noting(
      'totp-failed',
      'wrong-code',
    ),
  'sign-in-expired': () => new ApiError(401, 'invalid_access', 'The sign-in took too long. Begin it again.'),
  'passkey-refused': () =>
    new ApiError(401, 'invalid_access', 'This passkey was not accepted.').noting('sign-in-failed', 'passkey-refused'),
  'sso-required': () => denied('Your team asks you to sign in by its provider.'),
  'totp-exists': () => invalid('There is an authenticator app already. Remove it first.'),
  'no-totp': () => invalid('There is no authenticator app that this could be about.'),
  'too-many-passkeys': () => invalid('There are as many passkeys as an account can have. Remove one first.'),
  'no-passkeys-here': () =>
    denied('Browsers make no passkeys for the address of this server: PUBLIC_URL must be https, with a name.'),
  'sso-impossible': () =>
    invalid('Invalid `sso` field. It takes a provider of this server, and a verified domain of this team.'),
  'link-invalid': () =>
    denied('This link has expired, was used already, or is not one of ours.').noting('link-refused', 'link-invalid'),
  'address-unproven': () =>
    denied(
      'Your address is not proven yet. Ask for a link to it (POST /dashboard-api/profile/address-proof, or the notice in the dashboard), and open that.',
    ),
  'member-unproven': () =>
    denied(
      'The address of this person is not proven yet, so they cannot be an admin. They open the link that their dashboard sends to it; or the operator runs `posthorn users vouch`.',
    ),
  'address-taken': () => invalid('Invalid `email` field. There is an account with this address already.'),
  'sign-in-first': () =>
    denied('There is an account with this address. Sign in with it first, then open the link again.'),
  'name-and-password': () =>
    new ApiError(422, 'missing_required_field', 'Missing `name` or `password` field: the account is a new one.'),
  'already-member': () => invalid('Invalid `email` field. This person is in the team already.'),
  'last-admin': () => invalid('A team keeps at least one admin. Make somebody else an admin first.'),
  'last-way-in': () => invalid('This is the only way into your account. Choose a password or add another way first.'),
  'no-team-creation': () => denied('You cannot create teams on this server. Ask its operator to create one for you.'),
  'unknown-provider': () => notFound('This server has no such provider.'),
  'provider-unavailable': () => unavailable('The provider does not answer. Try again later.', 30),
  'mail-not-sent': () =>
    invalid('This server can send no email to confirm it: NOTICE_FROM names no domain that may send.'),
  erased: () => notFound('This person was erased.'),
  'too-many-teams': ({ limit }: { readonly limit: number }) =>
    denied(`You have created ${limit} teams, as many as a person can. Ask the operator of this server.`),
  'too-many-tries': ({ retryAfterSeconds }: TooManyTries) =>
    tooMany(`Too many tries. Wait ${retryAfterSeconds} s and try again.`, retryAfterSeconds),
  'too-many-today'({ what, retryAfterSeconds }: TooManyToday) {
    const sent =
      what === 'invitations'
        ? 'invitations: you, your team or this address'
        : 'emails to confirm an address: you or this address';
    const hours = Math.ceil(retryAfterSeconds / 3_600);
    return tooMany(`Too many ${sent} reached the limit of a day. Try again in ${hours} h.`, retryAfterSeconds);
  },
};

function tooMany(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, 'rate_limit_exceeded', message, { 'retry-after': String(retryAfterSeconds) });
}
