import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityProviders, KeptSignIn } from '../../../src/application/ports/identity-providers.js';
import {
  createIdentityProviders,
  type IdentityProvidersSettings,
} from '../../../src/infrastructure/people/providers/identity-providers.js';
import { walk } from '../../support/browser-walk.js';
import { type OpenIdServer, startOpenIdProvider } from '../../support/openid-provider.js';
import { type SmallOpenId, startSmallOpenId } from '../../support/small-openid.js';
import { type SmallGitHub, startSmallGitHub } from '../../support/small-github.js';

const publicUrl = 'https://mail.example.com';
const client = { clientId: 'posthorn', clientSecret: 'a-secret-of-the-tests', name: 'Company' };
const callbackOf = (provider: string) => `${publicUrl}/dashboard-api/sign-in/providers/${provider}/callback`;
const person = { sub: 'subject-1', email: 'a@example.com', email_verified: true, name: 'Somebody' };

const notes: string[] = [];
let nowMs = 0;
const providersWith = (
  settings: Partial<IdentityProvidersSettings>,
  limits?: { timeoutMs: number; maxBytes: number },
): IdentityProviders =>
  createIdentityProviders(
    { oidc: null, google: null, github: null, ...settings },
    {
      publicUrl: () => publicUrl,
      monotonicMs: () => nowMs,
      noteFailure: (provider, reason) => notes.push(`${provider}: ${reason}`),
      ...(limits === undefined ? {} : { limits }),
    },
  );

/** To the provider and back. */
async function visited(providers: IdentityProviders, id: string): Promise<{ query: string; kept: KeptSignIn }> {
  const begun = await providers.begin(id);
  if ('refused' in begun) throw new Error(`${begun.refused} (${notes.at(-1)})`);
  const { search } = await walk(begun.url, callbackOf(id));
  return { query: search, kept: begun.kept };
}

const notVerified = { refused: 'not-verified' };

describe('OpenID Connect', () => {
  let server: OpenIdServer;
  let providers: IdentityProviders;
  beforeAll(async () => {
    server = await startOpenIdProvider({ ...client, redirectUris: [callbackOf('oidc')], account: person });
    providers = providersWith({ oidc: { ...client, issuer: server.issuer } });
  });
  beforeEach(() => {
    server.account = person;
  });
  afterAll(() => server.close());

  it('identifies the person', async () => {
    expect(providers.list).toEqual([{ id: 'oidc', name: 'Company' }]);
    const { query, kept } = await visited(providers, 'oidc');
    expect(await providers.finish('oidc', query, kept)).toEqual({
      identity: {
        provider: 'oidc',
        issuer: server.issuer,
        subject: 'subject-1',
        email: 'a@example.com',
        name: 'Somebody',
      },
    });
  });

  it('asks with PKCE, state and nonce, new each time', async () => {
    const begun = [await providers.begin('oidc'), await providers.begin('oidc')].map((each) =>
      'url' in each ? new URL(each.url).searchParams : new URLSearchParams(),
    );
    for (const asked of begun) expect(asked.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(begun[0]?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(begun[0]?.get(name)).not.toBe(begun[1]?.get(name));
    }
  });

  it('refuses a code that was used before', async () => {
    const { query, kept } = await visited(providers, 'oidc');
    expect(await providers.finish('oidc', query, kept)).toHaveProperty('identity');
    expect(await providers.finish('oidc', query, kept)).toEqual(notVerified);
  });

  it.each(['state', 'nonce', 'codeVerifier'] as const)('refuses an answer to another %s', async (name) => {
    const { query, kept } = await visited(providers, 'oidc');
    const other = { ...kept, [name]: 'x'.repeat(43) };
    expect(await providers.finish('oidc', query, other)).toEqual(notVerified);
  });

  it('refuses the answer of another issuer', async () => {
    const { query, kept } = await visited(providers, 'oidc');
    const elsewhere = new URLSearchParams(query);
    expect(elsewhere.get('iss')).toBe(server.issuer);
    elsewhere.set('iss', 'https://evil.example');
    expect(await providers.finish('oidc', elsewhere.toString(), kept)).toEqual(notVerified);
  });

  it('refuses a provider that calls itself otherwise', async () => {
    const other = providersWith({ oidc: { ...client, issuer: server.issuer.replace('127.0.0.1', 'localhost') } });
    expect(await other.begin('oidc')).toEqual({ refused: 'provider-unavailable' });
  });

  it.each([
    { sub: 'subject-2', email: 'b@example.com', email_verified: false },
    { sub: 'subject-3', email: 'c@example.com' },
    { sub: 'subject-4' },
  ])('refuses who has no verified address: %j', async (account) => {
    server.account = account;
    const { query, kept } = await visited(providers, 'oidc');
    expect(await providers.finish('oidc', query, kept)).toEqual({ refused: 'no-verified-email' });
  });

  it('says when the person said no', async () => {
    const { kept } = await visited(providers, 'oidc');
    const query = new URLSearchParams({ error: 'access_denied', state: kept.state, iss: server.issuer });
    expect(await providers.finish('oidc', query.toString(), kept)).toEqual({ refused: 'denied' });
  });

  it('does not blame the person for a wrong secret of the server', async () => {
    const wrong = providersWith({ oidc: { ...client, clientSecret: 'another', issuer: server.issuer } });
    const { query, kept } = await visited(wrong, 'oidc');
    expect(await wrong.finish('oidc', query, kept)).toEqual({ refused: 'provider-unavailable' });
    expect(notes.at(-1)).toContain('OAUTH_WWW_AUTHENTICATE_CHALLENGE');
  });

  describe('with a token of a provider that lies', () => {
    let small: SmallOpenId;
    let asked: IdentityProviders;
    beforeAll(async () => {
      small = await startSmallOpenId(client.clientId, client.clientSecret);
      asked = providersWith({ oidc: { ...client, issuer: small.issuer } });
    });
    afterAll(() => small.close());

    async function finished(token: SmallOpenId['token']) {
      const begun = await asked.begin('oidc');
      if ('refused' in begun) throw new Error(notes.at(-1));
      small.token = token;
      small.nonce = begun.kept.nonce;
      const query = new URLSearchParams({ code: 'a', state: begun.kept.state, iss: small.issuer });
      return asked.finish('oidc', query.toString(), begun.kept);
    }

    it('takes one that its own key has signed', async () => {
      expect(await finished({ claims: person, signedBy: 'own-key' })).toHaveProperty('identity.subject', 'subject-1');
    });

    it.each(['foreign-key', 'client-secret', 'nobody'] as const)('refuses one signed by: %s', async (signedBy) => {
      expect(await finished({ claims: person, signedBy })).toEqual(notVerified);
    });

    it.each(['', ' '])('refuses one whose subject is "%s"', async (sub) => {
      expect(await finished({ claims: { ...person, sub }, signedBy: 'own-key' })).toEqual(notVerified);
    });
  });

  it.each(['http://login.example.com', 'http://10.0.0.7'])('asks no provider in the clear: %s', async (issuer) => {
    expect(await providersWith({ oidc: { ...client, issuer } }).begin('oidc')).toEqual({
      refused: 'provider-unavailable',
    });
    expect(notes.at(-1)).toContain('OAUTH_HTTP_REQUEST_FORBIDDEN');
  });

  it('knows no other provider', async () => {
    expect(await providers.begin('google')).toEqual({ refused: 'unknown-provider' });
  });
});

describe('GitHub', () => {
  const account = {
    id: 583_231,
    login: 'octocat',
    name: null,
    emails: [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octocat@example.com', primary: true, verified: true },
    ],
  };
  let github: SmallGitHub;
  let providers: IdentityProviders;
  beforeAll(async () => {
    github = await startSmallGitHub(client, account);
    providers = providersWith({ github: { ...client, name: 'GitHub', url: github.url } });
  });
  beforeEach(() => {
    github.account = account;
  });
  afterAll(() => github.close());

  it('identifies the person', async () => {
    const { query, kept } = await visited(providers, 'github');
    expect(await providers.finish('github', query, kept)).toEqual({
      identity: {
        provider: 'github',
        issuer: github.url,
        subject: '583231',
        email: 'octocat@example.com',
        name: 'octocat',
      },
    });
  });

  it('refuses a code that was used before, another state and another verifier', async () => {
    const used = await visited(providers, 'github');
    await providers.finish('github', used.query, used.kept);
    expect(await providers.finish('github', used.query, used.kept)).toEqual(notVerified);
    for (const name of ['state', 'codeVerifier']) {
      const { query, kept } = await visited(providers, 'github');
      expect(await providers.finish('github', query, { ...kept, [name]: 'x'.repeat(43) })).toEqual(notVerified);
    }
  });

  it('does not blame the person for a wrong secret of the server', async () => {
    const wrong = providersWith({ github: { ...client, clientSecret: 'another', url: github.url } });
    const { query, kept } = await visited(wrong, 'github');
    expect(await wrong.finish('github', query, kept)).toEqual({ refused: 'provider-unavailable' });
    expect(notes.at(-1)).toContain('incorrect_client_credentials');
  });

  it('refuses an address that is not verified, and does not take another instead', async () => {
    github.account = {
      ...account,
      emails: [
        { email: 'other@example.com', primary: false, verified: true },
        { email: 'octocat@example.com', primary: true, verified: false },
      ],
    };
    const { query, kept } = await visited(providers, 'github');
    expect(await providers.finish('github', query, kept)).toEqual({ refused: 'no-verified-email' });
  });
});

describe('a provider in trouble', () => {
  const withServer = async (listener: RequestListener, act: (issuer: string) => Promise<void>): Promise<void> => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  const limits = { timeoutMs: 200, maxBytes: 10_000 };

  it.each<[string, RequestListener]>([
    ['does not answer', () => undefined],
    ['does not end its answer', (_request, response) => response.writeHead(200).write('{')],
    ['sends too much', (_request, response) => response.end(JSON.stringify({ text: 'x'.repeat(20_000) }))],
    ['leads elsewhere', (_request, response) => response.writeHead(302, { location: 'https://x.example' }).end()],
    ['fails', (_request, response) => response.writeHead(503).end()],
    ['talks of something else', (_request, response) => response.end('<html>')],
  ])('that %s is refused as such', async (_what, listener) => {
    await withServer(listener, async (issuer) => {
      const providers = providersWith({ oidc: { ...client, issuer } }, limits);
      expect(await providers.begin('oidc')).toEqual({ refused: 'provider-unavailable' });
    });
  });

  it('is asked again a second later, and once it has answered no more', async () => {
    let asked = 0;
    await withServer(
      (request, response) => {
        asked += 1;
        const issuer = `http://${request.headers.host}`;
        const metadata = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
        if (asked === 1) response.writeHead(503).end();
        else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
      },
      async (issuer) => {
        const providers = providersWith({ oidc: { ...client, issuer } });
        const begin = () => providers.begin('oidc');
        const unavailable = { refused: 'provider-unavailable' };
        expect([await begin(), await begin()]).toEqual([unavailable, unavailable]);
        expect(asked).toBe(1);
        nowMs = 1_000;
        expect(await providers.begin('oidc')).toHaveProperty('url');
        expect(await providers.begin('oidc')).toHaveProperty('url');
        expect(asked).toBe(2);
      },
    );
  });
});
