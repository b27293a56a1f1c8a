import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { generate } from 'otplib';
import { closedPort } from '../support/closed-port.js';
import { type OpenIdServer, startOpenIdProvider } from '../support/openid-provider.js';
import { type RunningServer, startServer } from '../support/server.js';
import { type SmallGitHub, startSmallGitHub } from '../support/small-github.js';
import { startChromium } from './chromium.js';

const password = 'four plain words here';

let browser: Browser;
let server: RunningServer;
let openId: OpenIdServer;
let github: SmallGitHub;
let origin: string;
const foreignRequests: string[] = [];

beforeAll(async () => {
  // Passkeys belong to a name, and the loopback has one.
  const port = await closedPort();
  origin = `http://localhost:${port}`;
  const client = { clientId: 'posthorn', clientSecret: 'a-secret-of-the-tests' };
  openId = await startOpenIdProvider({
    ...client,
    redirectUris: [`${origin}/dashboard-api/sign-in/providers/oidc/callback`],
    account: { sub: 'ben-at-work', email: 'ben@example.com', email_verified: true, name: 'Ben Example' },
  });
  github = await startSmallGitHub(client, {
    id: 7,
    login: 'ben',
    name: 'Ben Example',
    emails: [{ email: 'ben@example.com', primary: true, verified: true }],
  });
  server = await startServer({
    env: {
      PORT: String(port),
      PUBLIC_URL: origin,
      OIDC_ISSUER: openId.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
      GITHUB_URL: github.url,
    },
  });
  browser = await startChromium();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
  await openId.close();
  await github.close();
});

async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  context.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (protocol !== 'data:' && asked !== origin) foreignRequests.push(request.url());
  });
  return { context, page: await context.newPage() };
}

/** By the link that the first start printed. */
async function setUp(page: Page): Promise<void> {
  await page.goto(/\S+\/dashboard\/set-up\S+/.exec(server.output())?.[0] ?? '');
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Team name').fill('Example Shop');
  await page.getByRole('button', { name: 'Create and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('cell', { name: new RegExp(`^${name} re_`) }).waitFor();
  return token;
}

/** An authenticator app, by the key that is shown beside the picture. */
async function enrolApp(page: Page): Promise<string> {
  await page.goto(`${origin}/dashboard/settings/security`);
  await page.getByRole('button', { name: 'Set up app' }).click();
  await page.getByRole('img', { name: 'QR code for your app' }).waitFor();
  const secret = await page.getByLabel('Key', { exact: true }).inputValue();
  await page.getByRole('textbox', { name: '6-digit code, digit 1 of 6' }).click();
  await page.keyboard.type(await generate({ secret }));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = await page.getByLabel('Recovery codes, one per line', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('On', { exact: true }).waitFor();
  return codes.split('\n')[0] ?? '';
}

/** What a laptop has: a key in the machine, unlocked by its owner. */
async function addPasskey(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
}

async function signInByPassword(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${origin}/dashboard/settings/people`);
  await page.getByRole('button', { name: 'Invite a teammate' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByLabel('Read-only').check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  return page.getByLabel('Invitation link', { exact: true }).inputValue();
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Join Example Shop' }).waitFor();
  await page.getByLabel('Your name').fill('Ben Example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Accept and sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
}

/** What the page itself could ask for, with its cookie and its token. */
function statusOf(page: Page, method: string, path: string): Promise<number> {
  const request = `(async () => {
    const session = await (await fetch('/dashboard-api/session')).json();
    const headers = { 'x-posthorn-csrf': session.csrf_token, 'content-type': 'application/json' };
    return (await fetch('${path}', { method: '${method}', headers, body: '{"name":"x"}' })).status;
  })()`;
  return page.evaluate<number>(request);
}

describe('the app of a running server', () => {
  it('goes from the set-up link to a key, a colleague who changes nothing, and out everywhere', async () => {
    const ada = await visitor();
    await setUp(ada.page);
    const recoveryCode = await enrolApp(ada.page);
    await addPasskey(ada.page);
    await ada.page.getByRole('link', { name: 'API keys' }).click();
    const token = await createKey(ada.page, 'Shop');
    expect(token).toMatch(/^re_/);
    const link = await invite(ada.page, 'ben@example.com');

    const ben = await visitor();
    await accept(ben.page, link);
    await ben.page.getByRole('link', { name: 'API keys' }).click();
    await ben.page.getByRole('cell', { name: /^Shop re_/ }).waitFor();
    expect(await ben.page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    expect(await statusOf(ben.page, 'POST', '/api-keys')).toBe(403);
    await ben.page.goto(`${origin}/dashboard/settings/people`);
    await ben.page.getByText('ada@example.com').waitFor();
    expect(await ben.page.getByRole('button', { name: /Invite|Remove/ }).count()).toBe(0);
    expect(await statusOf(ben.page, 'PATCH', '/dashboard-api/team')).toBe(403);

    await ada.page.goto(`${origin}/dashboard/settings/sessions`);
    await ada.page.getByText('This session').waitFor();
    await ada.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await ada.page.evaluate("fetch('/dashboard-api/session').then(({ status }) => status)")).toBe(401);

    await ada.page.goto(`${origin}/dashboard/settings/profile`);
    await ada.page.getByLabel('Email address').fill('ada@example.com');
    await ada.page.getByLabel('Password', { exact: true }).fill('not this one at all');
    await ada.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ada.page.getByText('Wrong email or password.').waitFor();
    await signInByPassword(ada.page);
    await ada.page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await ada.page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
    await ada.page.getByRole('button', { name: 'Continue' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();

    await ada.page.getByRole('button', { name: 'Account' }).click();
    await ada.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await ada.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
    expect(foreignRequests).toEqual([]);
  });

  it.each(['Single sign-on', 'GitHub'])(
    'lets the colleague in by %s, to the page that was asked for',
    async (provider) => {
      const { context, page } = await visitor();
      await page.goto(`${origin}/dashboard/settings/profile`);
      await page.getByRole('link', { name: `Continue with ${provider}` }).click();
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
      await page.getByText('ben@example.com').first().waitFor();
      await context.close();
    },
  );

  it('says where it takes mail over SMTP, and what it keeps', async () => {
    const [page] = browser.contexts()[0]?.pages() ?? [];
    if (page === undefined) throw new Error('the journey left its page');
    await page.goto(`${origin}/dashboard/settings/smtp`);
    await page.getByText(String(server.smtpPort(587)), { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByText('Forever', { exact: true }).waitFor();
  });
});
