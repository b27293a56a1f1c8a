import { Browser } from '../../support/browser.js';
import { walk } from '../../support/browser-walk.js';
import { closedPort } from '../../support/closed-port.js';
import { type OpenIdServer, startOpenIdProvider } from '../../support/openid-provider.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmallGitHub, startSmallGitHub } from '../../support/small-github.js';
import { codeOf, stepNow } from '../../support/totp.js';
import { password, setUpTokenIn, tokenIn, vouchedFor } from './setup.js';

const port = await closedPort();
const publicUrl = `http://localhost:${port}`;
const client = { clientId: 'posthorn', clientSecret: 'a-secret-of-the-tests' };
const pathOf = (provider: string) => `/dashboard-api/sign-in/providers/${provider}`;
const ada = { sub: 'ada-at-work', email: 'ada@example.com', email_verified: true, name: 'Ada' };

let openId: OpenIdServer;
let github: SmallGitHub;
let server: RunningServer;
let admin: Browser;
beforeAll(async () => {
  openId = await startOpenIdProvider({
    ...client,
    redirectUris: [`${publicUrl}${pathOf('oidc')}/callback`],
    account: ada,
  });
  github = await startSmallGitHub(client, {
    id: 7,
    login: 'ada',
    name: 'Ada',
    emails: [{ email: 'ada@example.com', primary: true, verified: true }],
  });
  server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      PREVERIFIED_DOMAINS: 'example.com',
      OIDC_ISSUER: openId.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
      GITHUB_URL: github.url,
    },
  });
  admin = new Browser(server.url);
  const token = setUpTokenIn(server);
  await admin.call('POST', '/dashboard-api/set-up', { token, email: ada.email, name: 'Ada', password });
  await admin.session();
});
beforeEach(() => {
  openId.account = ada;
});
afterAll(async () => {
  await server?.stop();
  await openId?.close();
  await github?.close();
});

/** To the provider and back to this server, in one browser. */
async function visit(provider: string, browser: Browser, returnTo = '') {
  const begun = await browser.call('GET', `${pathOf(provider)}${returnTo}`);
  expect(begun.status).toBe(302);
  const back = await walk(String(begun.headers.get('location')), publicUrl);
  const path = back.pathname + back.search;
  return { path, come: (by = browser) => by.call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' }) };
}

const leadingTo = (location: string) => ({ status: 302, headers: expect.objectContaining({}), location });
async function led(answer: Promise<{ status: number; headers: Headers }>) {
  const { status, headers } = await answer;
  return { status, headers, location: headers.get('location') };
}

describe.each(['oidc', 'github'])('%s', (provider) => {
  it('signs a person in to the account with the verified address, and returns to the page asked for', async () => {
    const browser = new Browser(server.url);
    const { come } = await visit(provider, browser, '?return_to=/dashboard/settings%3Fa=1');
    expect(await led(come())).toMatchObject(leadingTo('/dashboard/settings?a=1'));
    expect((await browser.session()).body).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('refuses the answer in another browser, a second time, and with another state', async () => {
    const browser = new Browser(server.url);
    const { path, come } = await visit(provider, browser);
    const expired = leadingTo('/dashboard/sign-in?error=sign-in-expired');
    expect(await led(come(new Browser(server.url)))).toMatchObject(expired);
    const step = browser.cookies.get('posthorn_step_provider') ?? '';
    const other = new Browser(server.url);
    other.cookies.set('posthorn_step_provider', step);
    const forged = path.replace(/state=[^&]+/, 'state=another');
    const notVerified = leadingTo('/dashboard/sign-in?error=not-verified');
    expect(await led(other.call('GET', forged))).toMatchObject(notVerified);
    expect(await led(come())).toMatchObject(leadingTo('/dashboard'));
    expect(await led(come())).toMatchObject(expired);
    other.cookies.set('posthorn_step_provider', step);
    expect(await led(come(other))).toMatchObject(notVerified);
    expect(await other.session()).toMatchObject({ status: 401 });
  });

  it.each(['//evil.example', 'https://evil.example', '/dashboard/..//evil.example', '/dashboard@evil.example', '/'])(
    'returns to the dashboard and not to %s',
    async (target) => {
      const browser = new Browser(server.url);
      const { come } = await visit(provider, browser, `?return_to=${encodeURIComponent(target)}`);
      expect(await led(come())).toMatchObject(leadingTo('/dashboard'));
    },
  );
});

it('refuses an unknown address, an unverified one, and another identity with the address of an account', async () => {
  const noAccount = leadingTo('/dashboard/sign-in?error=no-account');
  const comeAs = async (account: OpenIdServer['account']) => {
    openId.account = account;
    const { come } = await visit('oidc', new Browser(server.url));
    return led(come());
  };
  expect(await comeAs({ ...ada, sub: 'stranger', email: 'stranger@example.com' })).toMatchObject(noAccount);
  expect(await comeAs({ ...ada, sub: 'liar', email_verified: false })).toMatchObject(
    leadingTo('/dashboard/sign-in?error=no-verified-email'),
  );
  expect(await comeAs(ada)).toMatchObject(leadingTo('/dashboard'));
  // The address now belongs to another person at the same provider.
  expect(await comeAs({ ...ada, sub: 'successor' })).toMatchObject(noAccount);
  // The identity counts, not the address.
  expect(await comeAs({ ...ada, email: 'ada.new@example.com' })).toMatchObject(leadingTo('/dashboard'));
});

it('knows its providers and no other', async () => {
  const browser = new Browser(server.url);
  expect((await browser.call('GET', '/dashboard-api/sign-in-options')).body).toMatchObject({
    providers: [
      { id: 'oidc', name: 'Single sign-on' },
      { id: 'github', name: 'GitHub' },
    ],
  });
  expect(await led(browser.call('GET', pathOf('google')))).toMatchObject(
    leadingTo('/dashboard/sign-in?error=unknown-provider'),
  );
});

it('a team prescribes a provider to the people of a verified domain', async () => {
  const domains = (await admin.call('GET', '/domains')).body['data'] as readonly { id: string; name: string }[];
  const idOf = (name: string) => domains.find((domain) => domain.name === name)?.id ?? '';
  const prescribe = (sso: unknown) => admin.call('PATCH', '/dashboard-api/team', { sso });
  const impossible = { status: 422, body: { name: 'validation_error' } };
  expect(await prescribe({ provider: 'google', domain_id: idOf('example.com') })).toMatchObject(impossible);
  expect(await prescribe({ provider: 'oidc', domain_id: '0195d6a0-0000-7000-8000-0000000000aa' })).toMatchObject(
    impossible,
  );
  const sso = { provider: 'oidc', domain_id: idOf('example.com') };
  expect(await prescribe(sso)).toMatchObject({ status: 200, body: { sso } });
  const byPassword = () => new Browser(server.url).signIn(ada.email, password);
  expect(await byPassword()).toMatchObject({ status: 403, body: { name: 'invalid_access' } });
  const { come: comeFromGitHub } = await visit('github', new Browser(server.url));
  expect(await led(comeFromGitHub())).toMatchObject(leadingTo('/dashboard/sign-in?error=sso-required'));
  const { come } = await visit('oidc', new Browser(server.url));
  expect(await led(come())).toMatchObject(leadingTo('/dashboard'));
  expect(await prescribe('none')).toMatchObject({ status: 200, body: { sso: null } });
  expect(await byPassword()).toMatchObject({ status: 200 });
});

describe('an identity', () => {
  const identities = '/dashboard-api/profile/identities';
  const invite = async (email: string) => {
    const { body } = await admin.call('POST', '/dashboard-api/invitations', { email, role: 'member' });
    return tokenIn(body['url']);
  };
  const acceptAt = async (browser: Browser, token: string, account: OpenIdServer['account']) => {
    openId.account = account;
    const begun = await browser.call('POST', '/dashboard-api/invitations/providers/oidc', { token });
    expect(begun).toMatchObject({ status: 200, body: { object: 'provider_visit' } });
    const back = await walk(String(begun.body['url']), publicUrl);
    return led(browser.call('GET', back.pathname + back.search, undefined, { 'sec-fetch-site': 'cross-site' }));
  };
  const grace = { sub: 'grace-at-work', email: 'grace@example.net', email_verified: true, name: 'Grace' };

  it('accepts an invitation to its address, without a password, and to no other', async () => {
    const token = await invite(grace.email);
    const other = { ...grace, sub: 'other', email: 'other@example.net' };
    const refused = leadingTo('/dashboard/sign-in?error=other-address');
    expect(await acceptAt(new Browser(server.url), token, other)).toMatchObject(refused);
    const browser = new Browser(server.url);
    expect(await acceptAt(browser, token, grace)).toMatchObject(leadingTo('/dashboard'));
    expect((await browser.session()).body).toMatchObject({
      user: { email: grace.email, name: 'Grace', has_password: false },
      team: { role: 'member' },
    });
    // The account is there now: the invitation makes no second one.
    expect(await acceptAt(new Browser(server.url), token, grace)).toMatchObject(
      leadingTo(`/dashboard/invitation?token=${token}`),
    );
    expect(await browser.call('DELETE', `${identities}/oidc`)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('only way') },
    });
  });

  it('is linked by a person who is signed in, listed, and unlinked', async () => {
    const token = await invite('heidi@example.net');
    const browser = new Browser(server.url);
    await browser.call('POST', '/dashboard-api/invitations/accept', { token, name: 'Heidi', password });
    await browser.session();
    expect(await browser.call('POST', `${identities}/oidc`)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('not proven') as unknown },
    });
    await vouchedFor(browser, server.dataDir, 'heidi@example.net');
    openId.account = { sub: 'heidi-elsewhere', email: 'heidi@example.org', email_verified: true };
    const link = async () => {
      const begun = await browser.call('POST', `${identities}/oidc`);
      const back = await walk(String(begun.body['url']), publicUrl);
      return back.pathname + back.search;
    };
    const come = (path: string) => led(browser.call('GET', path, undefined, { 'sec-fetch-site': 'cross-site' }));
    expect(await come(await link())).toMatchObject(leadingTo('/dashboard/settings/security'));
    const listed = await browser.call('GET', identities);
    expect(listed.body['data']).toMatchObject([{ provider: 'oidc', name: 'Single sign-on' }]);
    const { come: signIn } = await visit('oidc', new Browser(server.url));
    expect(await led(signIn())).toMatchObject(leadingTo('/dashboard'));
    expect(await browser.call('DELETE', `${identities}/oidc`)).toMatchObject({ status: 200 });
    expect((await browser.call('GET', identities)).body['data']).toEqual([]);
    const { come: again } = await visit('oidc', new Browser(server.url));
    expect(await led(again())).toMatchObject(leadingTo('/dashboard/sign-in?error=no-account'));
    // Another account has it by now: it is not taken from that one.
    openId.account = grace;
    expect(await come(await link())).toMatchObject(leadingTo('/dashboard/settings/security?error=identity-taken'));
    // Signed out in the meantime.
    const path = await link();
    await browser.call('POST', '/dashboard-api/sign-out');
    expect(await come(path)).toMatchObject(leadingTo('/dashboard/sign-in?error=sign-in-expired'));
  });
});

it('asks for the code of the authenticator app after the provider too', async () => {
  const { body } = await admin.call('POST', '/dashboard-api/profile/totp');
  const [secret, step] = [String(body['secret']), stepNow()];
  await admin.call('POST', '/dashboard-api/profile/totp/confirm', { code: codeOf(secret, step) });
  const browser = new Browser(server.url);
  const { come } = await visit('oidc', browser);
  expect(await led(come())).toMatchObject(leadingTo('/dashboard/second-factor?return_to=%2Fdashboard'));
  expect(await browser.session()).toMatchObject({ status: 401 });
  const code = codeOf(secret, step + 1);
  expect(await browser.call('POST', '/dashboard-api/sign-in/second-factor', { code })).toMatchObject({ status: 200 });
});
