import type { ClientAuth, Configuration } from 'openid-client';
import type { IdentityProviderId } from '../../../application/ports/identity-providers.js';
import { isLoopbackUrl } from '../../addresses/loopback-url.js';
import { limitedFetch } from './limited-fetch.js';
import { type Library, library, type Provider, type ProviderClient, type ProviderSurroundings } from './provider.js';

export interface OpenIdClient extends ProviderClient {
  /** https://, or http:// on this machine. */
  readonly issuer: string;
}

/** A provider that moves its endpoints is found again after so long. */
const discoveredForMs = 24 * 60 * 60_000;

/** One that could not be found is looked for again after so long, and not by every visitor who clicks on it. */
const lostForMs = 1_000;

/** OpenID Connect Core with discovery, and with PKCE (RFC 7636), state and nonce always. */
export function openIdProvider(
  id: IdentityProviderId,
  client: OpenIdClient,
  { limits, monotonicMs }: ProviderSurroundings,
): Provider {
  let discovered: { untilMs: number; readonly configuration: Promise<Configuration> } | undefined;

  /** At the first use and not at the start: a provider that is down must not keep the server from starting. */
  const configuration = (openid: Library): Promise<Configuration> => {
    if (discovered === undefined || monotonicMs() >= discovered.untilMs) {
      const fresh = { untilMs: monotonicMs() + discoveredForMs, configuration: discover(openid, client, limits) };
      discovered = fresh;
      fresh.configuration.catch(() => {
        fresh.untilMs = monotonicMs() + lostForMs;
      });
    }
    return discovered.configuration;
  };

  return {
    id,
    name: client.name,

    async begin(redirectUri, { state, nonce, codeVerifier }) {
      const openid = await library();
      return openid.buildAuthorizationUrl(await configuration(openid), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
    },

    async finish(callback, { state, nonce, codeVerifier }) {
      const openid = await library();
      const server = await configuration(openid);
      const tokens = await openid.authorizationCodeGrant(server, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('no ID token');
      // A provider may leave what belongs to scopes out of the token (OpenID Connect Core §5.4).
      const userInfo =
        typeof claims['email'] === 'string' || server.serverMetadata().userinfo_endpoint === undefined
          ? claims
          : await openid.fetchUserInfo(server, tokens.access_token, claims.sub);
      const { email, email_verified: isVerified, name } = userInfo;
      if (typeof email !== 'string' || isVerified !== true) return undefined;
      return { issuer: claims.iss, subject: claims.sub, email, name: typeof name === 'string' ? name : '' };
    },
  };
}

async function discover(
  openid: Library,
  { issuer, clientId, clientSecret }: OpenIdClient,
  limits: ProviderSurroundings['limits'],
): Promise<Configuration> {
  const url = new URL(issuer);
  return openid.discovery(url, clientId, clientSecret, secretInTheWayItWants(openid, clientSecret), {
    execute: [
      // The token comes from the provider itself over TLS, but a proxy or a token endpoint that lies could make one up.
      openid.enableNonRepudiationChecks,
      ...(isLoopbackUrl(url) ? [openid.allowInsecureRequests] : []),
    ],
    timeout: limits.timeoutMs / 1000,
    [openid.customFetch]: limitedFetch(limits),
  });
}

/** The basic way is what a provider has that names none (OpenID Connect Discovery §3). */
function secretInTheWayItWants(openid: Library, clientSecret: string): ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret);
  const post = openid.ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
