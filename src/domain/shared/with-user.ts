/** How what is sealed under a user’s key goes: the events of the account say whose it is. */
export const withUser = { erased: 'with the account, whose key it is under' } as const;
