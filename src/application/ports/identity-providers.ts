const identityProviderIds = ['oidc', 'google', 'github'] as const;
export type IdentityProviderId = (typeof identityProviderIds)[number];

/** What ties the provider's answer to the browser that was sent there. Secret; used once. */
export interface KeptSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A person as the provider identifies them. `issuer` and `subject` together never change; the address may. */
export interface ExternalIdentity {
  readonly provider: IdentityProviderId;
  readonly issuer: string;
  readonly subject: string;
  /** The provider has verified it. */
  readonly email: string;
  /** Empty where the provider tells none. */
  readonly name: string;
}

/**
 * `unknown-provider`: not configured. `provider-unavailable`: it does not answer, or not as it should; try again later.
 * `denied`: the person, or the provider, said no. `not-verified`: not the answer to what was asked: another state,
 * nonce, issuer, or a code that is not good (any more). `no-verified-email`: it vouches for no address.
 */
export type ProviderRefusal =
  | 'unknown-provider'
  | 'provider-unavailable'
  | 'denied'
  | 'not-verified'
  | 'no-verified-email';

/** Those that the operator has configured. */
export interface IdentityProviders {
  readonly list: readonly { readonly id: IdentityProviderId; readonly name: string }[];
  /** Where to send the browser, and what to keep until it is back. */
  begin(
    provider: string,
  ): Promise<
    | { readonly url: string; readonly kept: KeptSignIn }
    | { readonly refused: Extract<ProviderRefusal, 'unknown-provider' | 'provider-unavailable'> }
  >;
  /** `query`: what the browser came back with, as it stood behind the `?`. */
  finish(
    provider: string,
    query: string,
    kept: KeptSignIn,
  ): Promise<{ readonly identity: ExternalIdentity } | { readonly refused: ProviderRefusal }>;
}
