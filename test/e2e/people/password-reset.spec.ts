import { Browser } from '../../support/browser.js';
import { closedPort } from '../../support/closed-port.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { codeOf, stepNow } from '../../support/totp.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf } from '../cli/setup.js';
import { password, tokenIn, usePeople } from './setup.js';

const port = await closedPort();
const origin = `http://localhost:${port}`;
const people = usePeople({ PORT: String(port), PUBLIC_URL: origin });
const next = 'a third long password';
const path = '/dashboard-api/password-reset';

const visitor = () => new Browser(people.server().url);

/** A member with a passkey and an authenticator app. */
async function withFactors(email: string) {
  const browser = await people.person('member', email);
  const { body } = await browser.call('POST', '/dashboard-api/profile/totp');
  const secret = String(body['secret']);
  const step = stepNow();
  const confirmed = await browser.call('POST', '/dashboard-api/profile/totp/confirm', { code: codeOf(secret, step) });
  expect(confirmed).toMatchObject({ status: 200 });
  await browser.session();
  const device = new SoftwareAuthenticator({ origin, rpId: 'localhost' });
  const asked = await browser.call('POST', '/dashboard-api/profile/passkeys/options');
  const made = { name: 'Laptop', response: device.create(asked.body['options'] as Readonly<Record<string, unknown>>) };
  const added = await browser.call('POST', '/dashboard-api/profile/passkeys', made);
  expect(added).toMatchObject({ status: 201 });
  return { browser, secret, step, device, passkeyId: String(added.body['id']) };
}

async function linkOf(email: string, ...options: readonly string[]) {
  const args = ['users', 'reset', email, '--yes', ...options];
  const answer = await answerOf<{ readonly url: string; readonly removed?: object }>(people.server().dataDir, args);
  return { ...answer, token: tokenIn(answer.url) };
}

describe('a link for a new password', () => {
  it('says what else opens the account, and ends a factor with another one only', async () => {
    const { browser, secret, step, device, passkeyId } = await withFactors('both@example.com');
    const { token } = await linkOf('both@example.com');
    const view = {
      object: 'password_reset',
      ends_everything: false,
      sessions: 1,
      passkeys: [{ id: passkeyId, name: 'Laptop', host: 'localhost' }],
      app: true,
      recovery_codes: 10,
      providers: [],
      factors: { app: true, passkey: true, passkey_hosts: [] },
    };
    expect(await visitor().call('POST', `${path}/look`, { token })).toMatchObject({ status: 200, body: view });

    const ends = { token, password: next, end_passkeys: [passkeyId], end_app: true };
    const confirm = (more: object) => visitor().call('POST', `${path}/confirm`, { ...ends, ...more });
    expect(await confirm({})).toMatchObject({ status: 403, body: { name: 'invalid_access' } });
    expect(await confirm({ code: codeOf(secret, step) })).toMatchObject({ status: 401 });
    const other = new SoftwareAuthenticator({ origin, rpId: 'localhost' });
    other.userHandle = device.userHandle;
    const guest = visitor();
    const asked = await guest.call('POST', '/dashboard-api/sign-in/passkey-options');
    const wrong = other.get(asked.body['options'] as Readonly<Record<string, unknown>>);
    expect(await guest.call('POST', `${path}/confirm`, { ...ends, passkey: wrong })).toMatchObject({ status: 401 });
    // None of it has changed anything.
    expect(await browser.session()).toMatchObject({ status: 200 });
    expect(await visitor().call('POST', `${path}/look`, { token })).toMatchObject({ status: 200, body: view });

    const owner = visitor();
    const question = await owner.call('POST', '/dashboard-api/sign-in/passkey-options');
    const passkey = device.get(question.body['options'] as Readonly<Record<string, unknown>>);
    expect(await owner.call('POST', `${path}/confirm`, { ...ends, passkey })).toMatchObject({ status: 200 });
    expect(await browser.session()).toMatchObject({ status: 401 });
    expect(await owner.signIn('both@example.com', next)).toMatchObject({ body: { state: 'signed_in' } });
    expect((await owner.session()).body).toMatchObject({ user: { has_totp: false, passkeys: 0 } });
    expect(await visitor().call('POST', `${path}/look`, { token })).toMatchObject({ status: 403 });
  });

  it('keeps what was not chosen', async () => {
    const { secret, step } = await withFactors('kept@example.com');
    const { token } = await linkOf('kept@example.com');
    const body = { token, password: next };
    expect(await visitor().call('POST', `${path}/confirm`, body)).toMatchObject({ status: 200 });
    const back = visitor();
    expect(await back.signIn('kept@example.com', next)).toMatchObject({ body: { state: 'second_factor' } });
    const factor = { code: codeOf(secret, step + 1) };
    const finished = await back.call('POST', '/dashboard-api/sign-in/second-factor', factor);
    expect(finished).toMatchObject({ status: 200, body: { state: 'signed_in' } });
    expect((await back.session()).body).toMatchObject({ user: { has_totp: true, passkeys: 1 } });
  });
});

describe('a person who has lost every factor', () => {
  it('gets back in by the operator, who ends them, the password and the sessions', async () => {
    const email = 'lost@example.com';
    const { browser } = await withFactors(email);
    const { token, removed } = await linkOf(email, '--remove-factors');
    expect(removed).toEqual({ passkeys: 1, app: true, providers: [] });
    await waitFor(
      () => browser.session(),
      ({ status }) => status === 401,
    );
    // Without the factor beside it the old password would have been enough.
    expect(await visitor().signIn(email, password)).toMatchObject({ status: 401 });
    expect(await visitor().call('POST', `${path}/confirm`, { token, password: next })).toMatchObject({ status: 200 });
    const back = visitor();
    expect(await back.signIn(email, next)).toMatchObject({ body: { state: 'signed_in' } });
    expect((await back.session()).body).toMatchObject({ user: { has_totp: false, passkeys: 0 } });
    const { removed: nothing } = await linkOf(email, '--remove-factors');
    expect(nothing).toEqual({ passkeys: 0, app: false, providers: [] });
    expect(await back.session()).toMatchObject({ status: 200 });

    const audit = await people.admin().call('GET', '/dashboard-api/activity');
    const rows = audit.body['data'] as readonly { readonly type: string }[];
    expect(rows).toContainEqual(
      expect.objectContaining({
        type: 'CredentialsRemoved',
        actor: expect.objectContaining({ kind: 'cli' }),
        summary: `Removed a passkey and the authenticator app with its recovery codes; password reset link created for ${email}`,
      }),
    );
  });
});
