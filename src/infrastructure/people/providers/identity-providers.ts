import type {
  IdentityProviderId,
  IdentityProviders,
  KeptSignIn,
  ProviderRefusal,
} from '../../../application/ports/identity-providers.js';
import { randomBytes } from '../../crypto/random.js';
import { type GitHubClient, gitHub } from './github.js';
import { fetchLimits, type FetchLimits, ProviderUnreachable } from './limited-fetch.js';
import { type OpenIdClient, openIdProvider } from './openid-provider.js';
import type { Provider, ProviderClient } from './provider.js';

export interface IdentityProvidersSettings {
  readonly oidc: OpenIdClient | null;
  readonly google: ProviderClient | null;
  readonly github: GitHubClient | null;
}

export interface IdentityProvidersOptions {
  /** Asked when it is needed: the port may not be taken yet. */
  readonly publicUrl: () => string;
  readonly monotonicMs: () => number;
  readonly limits?: FetchLimits;
  /** For the operator's log: a code or a kind of error, and no text from a request or an answer. */
  readonly noteFailure: (provider: IdentityProviderId, reason: string) => void;
}

const googleIssuer = 'https://accounts.google.com';

/** The address that is to be registered with the provider. */
function redirectUri(publicUrl: string, provider: IdentityProviderId): string {
  return `${publicUrl}/dashboard-api/sign-in/providers/${provider}/callback`;
}

export function createIdentityProviders(
  { oidc, google, github }: IdentityProvidersSettings,
  { publicUrl, monotonicMs, limits = fetchLimits, noteFailure }: IdentityProvidersOptions,
): IdentityProviders {
  const around = { limits, monotonicMs };
  const providers: readonly Provider[] = [
    ...(oidc === null ? [] : [openIdProvider('oidc', oidc, around)]),
    ...(google === null ? [] : [openIdProvider('google', { ...google, issuer: googleIssuer }, around)]),
    ...(github === null ? [] : [gitHub(github, around)]),
  ];
  const named = (id: string): Provider | undefined => providers.find((provider) => provider.id === id);
  return {
    list: providers.map(({ id, name }) => ({ id, name })),

    async begin(id) {
      const provider = named(id);
      if (provider === undefined) return { refused: 'unknown-provider' };
      const kept: KeptSignIn = { state: random(), nonce: random(), codeVerifier: random() };
      try {
        const url = await provider.begin(redirectUri(publicUrl(), provider.id), kept);
        return { url: url.href, kept };
      } catch (error) {
        noteFailure(provider.id, reasonOf(error));
        return { refused: 'provider-unavailable' };
      }
    },

    async finish(id, query, kept) {
      const provider = named(id);
      if (provider === undefined) return { refused: 'unknown-provider' };
      const callback = new URL(redirectUri(publicUrl(), provider.id));
      callback.search = query;
      try {
        const identity = await provider.finish(callback, kept);
        if (identity === undefined) return { refused: 'no-verified-email' };
        // Everybody whom the provider names so would be one and the same person here.
        if (identity.subject.trim() === '') return { refused: 'not-verified' };
        return { identity: { provider: provider.id, ...identity } };
      } catch (error) {
        noteFailure(provider.id, reasonOf(error));
        return { refused: refusalOf(error) };
      }
    },
  };
}

/** 256 bits; RFC 7636 §4.1 asks for at least 43 characters. */
function random(): string {
  return randomBytes(32).toString('base64url');
}

function refusalOf(error: unknown): Exclude<ProviderRefusal, 'unknown-provider'> {
  const faults = faultsOf(error);
  const codes = faults.map(protocolCodeOf);
  if (codes.includes('access_denied')) return 'denied';
  // RFC 6749 §5.2: the provider does not know this server, or not this secret. GitHub has a word of its own for it.
  const isOurs =
    faults.some((fault) => fault instanceof ProviderUnreachable || fault.status === 401) ||
    codes.includes('invalid_client') ||
    codes.includes('incorrect_client_credentials');
  return isOurs ? 'provider-unavailable' : 'not-verified';
}

/** The kind of the error and the codes in it; never a sentence, which might quote what was sent. */
function reasonOf(error: unknown): string {
  const words = faultsOf(error).flatMap((fault) => [fault.name, fault.code, protocolCodeOf(fault)]);
  const codes = words.filter((word) => typeof word === 'string' && word !== 'Error' && /^[\w-]{1,60}$/.test(word));
  return [...new Set(codes)].join(' ');
}

function protocolCodeOf({ error, body }: Fault): unknown {
  return error ?? body?.error;
}

/** What the library's errors and those behind them carry. */
interface Fault {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  /** The protocol's own code. */
  readonly error?: unknown;
  /** An unexpected answer. */
  readonly body?: { readonly error?: unknown };
}

function faultsOf(error: unknown): readonly Fault[] {
  const faults: Fault[] = [];
  let at: unknown = error;
  while (typeof at === 'object' && at !== null && faults.length < 5) {
    const fault: Fault = at;
    faults.push(fault);
    at = fault.cause;
  }
  return faults;
}
