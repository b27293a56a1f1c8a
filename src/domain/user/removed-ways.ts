/** What people read of ways into an account that have ended. */
export interface RemovedWays {
  readonly passkeys: number;
  /** With the recovery codes. */
  readonly app: boolean;
  readonly providers: readonly string[];
}

interface Removed {
  readonly passkeyIds: readonly string[];
  readonly app: boolean;
  readonly identities: readonly { readonly provider: string }[];
}

export function removedWays({ passkeyIds, app, identities }: Removed): RemovedWays {
  return { passkeys: passkeyIds.length, app, providers: identities.map(({ provider }) => provider) };
}

/** For people: `2 passkeys, the authenticator app with its recovery codes and sign-in by github`. */
export function waysInWords({ passkeys, app, providers }: RemovedWays): string {
  const ways = [
    ...(passkeys === 0 ? [] : [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`]),
    ...(app ? ['the authenticator app with its recovery codes'] : []),
    ...providers.map((provider) => `sign-in by ${provider}`),
  ];
  const last = ways.at(-1) ?? '';
  return ways.length < 2 ? last : `${ways.slice(0, -1).join(', ')} and ${last}`;
}
