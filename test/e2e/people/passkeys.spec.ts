import { Browser } from '../../support/browser.js';
import { closedPort } from '../../support/closed-port.js';
import { SoftwareAuthenticator } from '../../support/software-authenticator.js';
import { codeOf, stepNow } from '../../support/totp.js';
import { password, usePeople } from './setup.js';

const port = await closedPort();
const origin = `http://localhost:${port}`;
const people = usePeople({ PORT: String(port), PUBLIC_URL: origin });
const rpId = 'localhost';
const refused = { status: 401, body: { name: 'invalid_access' } };

async function asked(browser: Browser, path: string) {
  const { status, body } = await browser.call('POST', path);
  expect(status).toBe(200);
  // JSON for `navigator.credentials`; the test's authenticator reads what it needs of it.
  return body['options'] as Readonly<Record<string, unknown>>;
}

async function added(browser: Browser, device: SoftwareAuthenticator): Promise<string> {
  const options = await asked(browser, '/dashboard-api/profile/passkeys/options');
  const body = { name: 'Laptop', response: device.create(options) };
  const answer = await browser.call('POST', '/dashboard-api/profile/passkeys', body);
  expect(answer).toMatchObject({ status: 201 });
  return String(answer.body['id']);
}

const signingIn = async () => {
  const browser = new Browser(people.server().url);
  const options = await asked(browser, '/dashboard-api/sign-in/passkey-options');
  const answer = (response: object) => browser.call('POST', '/dashboard-api/sign-in/passkey', { response });
  return { browser, options, answer };
};

describe('a passkey', () => {
  it('is offered, added, listed, signs in without an address, and is removed', async () => {
    const options = await new Browser(people.server().url).call('GET', '/dashboard-api/sign-in-options');
    expect(options.body).toMatchObject({ passkeys: true });
    const owner = await people.person('member', 'owner@example.com');
    const device = new SoftwareAuthenticator({ origin, rpId });
    const id = await added(owner, device);
    expect((await owner.session()).body).toMatchObject({ user: { passkeys: 1 } });
    const list = () => owner.call('GET', '/dashboard-api/profile/passkeys');
    expect((await list()).body).toMatchObject({ data: [{ id, name: 'Laptop', last_used_at: null }] });
    const { browser, options: question, answer } = await signingIn();
    expect(await answer(device.get(question))).toMatchObject({ status: 200, body: { state: 'signed_in' } });
    expect((await browser.session()).body).toMatchObject({ user: { email: 'owner@example.com' } });
    expect((await list()).body).toMatchObject({ data: [{ last_used_at: expect.any(String) }] });
    expect(await owner.call('DELETE', `/dashboard-api/profile/passkeys/${id}`)).toMatchObject({ status: 200 });
    expect(await owner.call('DELETE', `/dashboard-api/profile/passkeys/${id}`)).toMatchObject({ status: 404 });
    const next = await signingIn();
    expect(await next.answer(device.get(next.options))).toMatchObject(refused);
  });

  it('answers each question once, also where the device does not count', async () => {
    const owner = await people.person('member', 'once@example.com');
    const device = new SoftwareAuthenticator({ origin, rpId, countsBy: 0 });
    await added(owner, device);
    const { browser, options, answer } = await signingIn();
    const step = browser.cookies.get('posthorn_step_passkey') ?? '';
    const response = device.get(options);
    expect(await answer(response)).toMatchObject({ status: 200 });
    const thief = new Browser(people.server().url);
    thief.cookies.set('posthorn_step_passkey', step);
    expect(await thief.call('POST', '/dashboard-api/sign-in/passkey', { response })).toMatchObject(refused);
  });

  it('of one account is no passkey of another', async () => {
    const owner = await people.person('member', 'has-it@example.com');
    const device = new SoftwareAuthenticator({ origin, rpId });
    await added(owner, device);
    const other = await people.person('member', 'wants-it@example.com');
    const options = await asked(other, '/dashboard-api/profile/passkeys/options');
    const answer = await other.call('POST', '/dashboard-api/profile/passkeys', {
      name: 'Not mine',
      response: device.create(options),
    });
    expect(answer).toMatchObject(refused);
    expect((await other.session()).body).toMatchObject({ user: { passkeys: 0 } });
  });

  it('is refused from another origin, for another challenge, and for another account', async () => {
    const owner = await people.person('member', 'strict@example.com');
    const device = new SoftwareAuthenticator({ origin, rpId });
    await added(owner, device);
    const { options, answer } = await signingIn();
    expect(await answer(device.get(options, { origin: 'https://evil.example' }))).toMatchObject(refused);
    const [one, other] = [await signingIn(), await signingIn()];
    expect(await one.answer(device.get(other.options))).toMatchObject(refused);
    const next = await signingIn();
    device.userHandle = Buffer.from('0195d6a0-0000-7000-8000-0000000000aa').toString('base64url');
    expect(await next.answer(device.get(next.options))).toMatchObject(refused);
  });

  it('is asked for after the password, which alone enrols no factor and takes none away', async () => {
    const email = 'guarded@example.com';
    const owner = await people.person('member', email);
    const device = new SoftwareAuthenticator({ origin, rpId });
    await added(owner, device);
    const thief = new Browser(people.server().url);
    expect(await thief.signIn(email, password)).toMatchObject({ status: 200, body: { state: 'second_factor' } });
    expect(await thief.session()).toMatchObject({ status: 401 });
    expect(await thief.call('POST', '/dashboard-api/profile/totp')).toMatchObject({ status: 401 });
    const path = '/dashboard-api/sign-in/second-factor';
    expect(await thief.call('GET', path)).toMatchObject({ status: 200, body: { app: false, passkey: true } });
    expect(await thief.call('POST', path, { code: '000000' })).toMatchObject(refused);
    const another = new SoftwareAuthenticator({ origin, rpId });
    const other = await people.person('member', 'other-passkey@example.com');
    await added(other, another);
    const question = await asked(thief, '/dashboard-api/sign-in/passkey-options');
    expect(await thief.call('POST', path, { passkey: another.get(question) })).toMatchObject(refused);

    const back = new Browser(people.server().url);
    await back.signIn(email, password);
    const mine = await asked(back, '/dashboard-api/sign-in/passkey-options');
    // After the password a touch is the other factor.
    const touched = { passkey: device.get(mine, { userVerified: false }) };
    expect(await back.call('POST', path, touched)).toMatchObject({ status: 200, body: { state: 'signed_in' } });
    expect((await back.session()).body).toMatchObject({ user: { email } });
    expect(await back.call('GET', path)).toMatchObject({ status: 401 });
  });

  it('is added only to the account that asked', async () => {
    const [one, other] = [
      await people.person('member', 'one@example.com'),
      await people.person('member', 'other@example.com'),
    ];
    const options = await asked(one, '/dashboard-api/profile/passkeys/options');
    other.cookies.set('posthorn_step_passkey', one.cookies.get('posthorn_step_passkey') ?? '');
    const response = new SoftwareAuthenticator({ origin, rpId }).create(options);
    const body = { name: 'Mine', response };
    expect(await other.call('POST', '/dashboard-api/profile/passkeys', body)).toMatchObject(refused);
  });

  it('is two factors where the device asked for a finger, and one where it did not', async () => {
    const owner = await people.person('member', 'both@example.com');
    const { body } = await owner.call('POST', '/dashboard-api/profile/totp');
    const code = codeOf(String(body['secret']), stepNow());
    await owner.call('POST', '/dashboard-api/profile/totp/confirm', { code });
    await owner.session();
    const device = new SoftwareAuthenticator({ origin, rpId });
    await added(owner, device);
    const asks = await signingIn();
    const unverified = device.get(asks.options, { userVerified: false });
    expect(await asks.answer(unverified)).toMatchObject({ status: 200, body: { state: 'second_factor' } });
    expect(await asks.browser.session()).toMatchObject({ status: 401 });
    const signs = await signingIn();
    expect(await signs.answer(device.get(signs.options))).toMatchObject({ body: { state: 'signed_in' } });
  });
});
