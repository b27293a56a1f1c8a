import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

interface OpenIdAccount {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

export interface OpenIdServer {
  readonly issuer: string;
  /** Every sign-in is by this person, until a test sets another one. */
  account: OpenIdAccount;
  close(): Promise<void>;
}

export interface OpenIdServerOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly account: OpenIdAccount;
}

/** A certified OpenID provider on a port of its own, at which everybody is signed in and asked nothing. */
export async function startOpenIdProvider(options: OpenIdServerOptions): Promise<OpenIdServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: OpenIdServer = {
    issuer,
    account: options.account,
    close: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.redirectUris],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...server.account, sub: accountId }) }),
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response);
    const login = { login: { accountId: server.account.sub } };
    provider.interactionFinished(request, response, login, { mergeWithLastSubmission: false }).catch(() => {
      response.writeHead(500).end();
    });
  });
  return server;
}
