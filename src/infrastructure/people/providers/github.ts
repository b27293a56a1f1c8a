import { z } from 'zod';
import { isLoopbackUrl } from '../../addresses/loopback-url.js';
import { limitedFetch, ProviderUnreachable } from './limited-fetch.js';
import { library, type Provider, type ProviderClient, type ProviderSurroundings } from './provider.js';

export interface GitHubClient extends ProviderClient {
  /** `https://github.com`, or that of a GitHub Enterprise Server. */
  readonly url: string;
}

const publicUrl = 'https://github.com';

const userSchema = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub speaks OAuth 2.0 without OpenID Connect: the person is read from its API. */
export function gitHub(client: GitHubClient, { limits }: ProviderSurroundings): Provider {
  const { url, clientId, clientSecret } = client;
  const api = url === publicUrl ? 'https://api.github.com' : `${url}/api/v3`;
  const fetchLimited = limitedFetch(limits);

  const configured = async () => {
    const openid = await library();
    const endpoints = {
      issuer: url,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    };
    const server = new openid.Configuration(endpoints, clientId, clientSecret, openid.ClientSecretPost(clientSecret));
    if (isLoopbackUrl(new URL(url))) openid.allowInsecureRequests(server);
    server.timeout = limits.timeoutMs / 1000;
    server[openid.customFetch] = fetchLimited;
    return { openid, server };
  };

  const read = async <T>(path: string, token: string, schema: z.ZodType<T>): Promise<T> => {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'Posthorn',
    };
    const response = await fetchLimited(`${api}${path}`, { method: 'GET', headers, body: null, redirect: 'manual' });
    if (response.status !== 200) throw new ProviderUnreachable(`status ${response.status}`);
    const parsed = schema.safeParse(await response.json());
    if (!parsed.success) throw new ProviderUnreachable('not the answer that was expected');
    return parsed.data;
  };

  return {
    id: 'github',
    name: client.name,

    async begin(redirectUri, { state, codeVerifier }) {
      const { openid, server } = await configured();
      return openid.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async finish(callback, { state, codeVerifier }) {
      const { openid, server } = await configured();
      const tokens = await openid.authorizationCodeGrant(server, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      const [user, emails] = [
        await read('/user', tokens.access_token, userSchema),
        await read('/user/emails', tokens.access_token, emailsSchema),
      ];
      const primary = emails.find((each) => each.primary && each.verified);
      if (primary === undefined) return undefined;
      return { issuer: url, subject: String(user.id), email: primary.email, name: user.name ?? user.login };
    },
  };
}
