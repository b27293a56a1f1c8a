/** Help for a person who has none of the required factors. */
export const factors = {
  passkeyElsewhereIntro: 'Your account has passkeys, and none that works at this address.',
  passkeysElsewhere: (hosts: string) =>
    `The passkeys of this account belong to ${hosts}. Sign in there, or ask the operator of this server to remove them.`,
  somePasskeysElsewhere: (hosts: string) => `Passkeys of this account that belong to ${hosts} work only there.`,
  lost: 'Lost all of them? Ask the operator of this server.',
} as const;
