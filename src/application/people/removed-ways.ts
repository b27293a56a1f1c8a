import type { RemovedWays } from '../../domain/user/removal.js';

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
