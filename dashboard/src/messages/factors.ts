/** Help for a person who has none of the required factors. */
export const factors = {
  passkeyElsewhereIntro: 'None of your passkeys work at this address.',
  passkeysElsewhere: (hosts: string) =>
    `Your passkeys belong to ${hosts}. Sign in there, or ask the server operator to remove them.`,
  somePasskeysElsewhere: (hosts: string) => `Passkeys for ${hosts} only work there.`,
  lost: 'Lost all of them? Contact the server operator.',
} as const;
