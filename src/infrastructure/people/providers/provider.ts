import type { ExternalIdentity, IdentityProviderId } from '../../../application/ports/identity-providers.js';
import type { FetchLimits } from './limited-fetch.js';

/** As registered with the provider. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** On the button. */
  readonly name: string;
}

/** What the provider is to remember, and to give back in its answer. */
interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** One provider. Both reject where the provider does not answer as it should; the caller finds out why. */
export interface Provider {
  readonly id: IdentityProviderId;
  readonly name: string;
  begin(redirectUri: string, checks: SignInChecks): Promise<URL>;
  /** @returns undefined when it vouches for no address. */
  finish(callback: URL, checks: SignInChecks): Promise<Omit<ExternalIdentity, 'provider'> | undefined>;
}

export interface ProviderSurroundings {
  readonly limits: FetchLimits;
  readonly monotonicMs: () => number;
}

/** Loaded at the first sign-in by a provider. */
export const library = () => import('openid-client');
export type Library = Awaited<ReturnType<typeof library>>;
