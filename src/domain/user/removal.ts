import type { CredentialsRemoved } from './credential-events.js';
import { asksForCode, type Credentials } from './credentials.js';

/** Ways in that are to end. */
export interface ChosenWays {
  readonly passkeyIds: readonly string[];
  /** The authenticator app, with the recovery codes. */
  readonly app: boolean;
  readonly providers: readonly string[];
}

/** Those of the chosen that the account has; undefined where it has none of them. */
export function removalOf(
  state: Credentials,
  { passkeyIds, app, providers }: ChosenWays,
  why: CredentialsRemoved['data']['why'],
): CredentialsRemoved | undefined {
  const data = {
    passkeyIds: [...state.passkeys.keys()].filter((id) => passkeyIds.includes(id)),
    app: app && asksForCode(state),
    identities: state.identities
      .filter(({ provider }) => providers.includes(provider))
      .map(({ provider, identityHash }) => ({ provider, identityHash })),
    why,
  };
  const isAny = data.app || data.passkeyIds.length + data.identities.length > 0;
  return isAny ? { type: 'CredentialsRemoved', data } : undefined;
}

/** Whether a factor is among what ends. */
export const endsFactor = ({ data }: CredentialsRemoved): boolean => data.app || data.passkeyIds.length > 0;
