import { bodySchema, Field, required } from '../edge/field.js';
import { get, invalidBody, patch, post } from '../openapi/operation.js';
import * as answers from './people.answers.js';
import * as examples from './people.examples.js';
import { credential, emailAddress, newPassword, shownName } from './people.fields.js';

/** POST /dashboard-api/password-reset */
export class RequestResetBody {
  @Field(emailAddress, required) email!: string;
}

/** POST /dashboard-api/password-reset/confirm */
export class ConfirmResetBody {
  @Field(credential, required) token!: string;
  @Field(newPassword, required) password!: string;
}

/** PATCH /dashboard-api/profile */
export class RenameBody {
  @Field(shownName, required) name!: string;
}

/** POST /dashboard-api/profile/password */
export class ChangePasswordBody {
  @Field(credential) current_password: string | undefined;
  @Field(newPassword, required) password!: string;
}

/** POST /dashboard-api/profile/email */
export class ChangeEmailBody {
  @Field(emailAddress, required) email!: string;
  @Field(credential, required) password!: string;
}

/** POST /dashboard-api/profile/email/confirm */
export class ConfirmEmailBody {
  @Field(credential, required) token!: string;
}

const refusedHere = { 403: ['invalid_access', 'reauthentication_required', 'security_error'] } as const;

export const requestReset = post({
  path: '/dashboard-api/password-reset',
  summary: 'Ask for a link that sets another password',
  description: 'The answer is the same whether or not there is such a person.',
  access: 'visitor',
  body: bodySchema(RequestResetBody),
  answer: answers.done,
  examples: examples.example('Whoever it is', examples.done, { email: examples.email }),
  errors: { ...invalidBody, 403: ['security_error'], 429: ['rate_limit_exceeded'] },
});

export const confirmReset = post({
  path: '/dashboard-api/password-reset/confirm',
  summary: 'Set another password with the link of the mail',
  description: 'The link works once. Every session of the person ends.',
  access: 'visitor',
  body: bodySchema(ConfirmResetBody),
  answer: answers.done,
  examples: examples.example('With the link of the mail', examples.done, {
    token: examples.token,
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const renameProfile = patch({
  path: '/dashboard-api/profile',
  summary: 'Change one’s own name',
  access: 'person',
  need: 'oneself',
  body: bodySchema(RenameBody),
  answer: answers.done,
  examples: examples.example('Another name', examples.done, { name: 'Ada' }),
  errors: { ...invalidBody, ...refusedHere },
});

export const changePassword = post({
  path: '/dashboard-api/profile/password',
  summary: 'Change one’s own password',
  description: 'Every other session of the person ends; this one gets a new cookie.',
  access: 'person',
  need: 'oneself',
  body: bodySchema(ChangePasswordBody),
  answer: answers.done,
  examples: examples.example('Another password', examples.done, {
    current_password: 'the one so far',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const changeEmail = post({
  path: '/dashboard-api/profile/email',
  summary: 'Ask for another address',
  description: 'A link goes to the old address and one to the new. Once both were followed, the new one counts.',
  access: 'person',
  need: 'oneself',
  body: bodySchema(ChangeEmailBody),
  answer: answers.done,
  examples: examples.example('Another address', examples.done, {
    email: 'ada@example.net',
    password: examples.password,
  }),
  errors: { ...invalidBody, ...refusedHere, 429: ['rate_limit_exceeded'] },
});

export const requestAddressProof = post({
  path: '/dashboard-api/profile/address-proof',
  summary: 'Ask for a link that proves one’s own address',
  description:
    'It goes to the address, and is followed as one for a new password: whatever opened the account before opens nothing any more.',
  access: 'person',
  need: 'oneself',
  answer: answers.done,
  examples: examples.example('It is on its way', examples.done),
  errors: { ...refusedHere, 422: ['validation_error'], 429: ['rate_limit_exceeded'] },
});

export const confirmEmail = post({
  path: '/dashboard-api/profile/email/confirm',
  summary: 'Confirm a change of address with the link of one of its two mails',
  access: 'visitor',
  body: bodySchema(ConfirmEmailBody),
  answer: answers.confirmedEmail,
  examples: examples.example('The first of two', { object: 'email_change', state: 'half' } as const, {
    token: examples.token,
  }),
  errors: { ...invalidBody, ...refusedHere },
});

export const exportProfile = get({
  path: '/dashboard-api/profile/export',
  summary: 'Everything that this server keeps about the person who asks',
  access: 'person',
  need: 'oneself',
  answer: answers.ownData,
  examples: examples.example('All of it', examples.ownData),
  errors: {},
});
