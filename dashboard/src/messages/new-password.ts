/** The page of a link for a new password. */
export const newPassword = {
  confirmTitle: 'Choose a new password',
  confirmIntro: (sessions: number) =>
    sessions === 0
      ? 'You have no open sessions.'
      : `${sessions === 1 ? 'Your open session ends' : `All ${sessions} of your open sessions end`}.`,
  endsEverything:
    'This link confirms your address for the first time. Everything that opened the account so far ends: password, second factor, passkeys, providers and sessions.',
  waysTitle: 'Other ways into your account',
  waysIntro: 'Select what should end too, such as anything you don’t recognize.',
  passkey: (name: string) => `Passkey “${name}”`,
  app: 'Authenticator app',
  recoveryCodes: (count: number) => (count === 1 ? 'With 1 recovery code' : `With ${count} recovery codes`),
  provider: (name: string) => `Sign in with ${name}`,
  added: 'Added',
  lastUsed: 'Last used',
  linked: 'Linked',
  factorTitle: 'Confirm it’s you',
  factorIntro: 'Access to your mailbox is not enough to remove a second factor. Use one of yours.',
  code: 'Code from your app, or a recovery code',
  codeMissing: 'Enter a code',
  noFactor: 'You have none that works at this address, so it can’t be removed here.',
  confirmWithPasskey: 'Confirm with a passkey',
  confirmSubmit: 'Set the password',
  done: 'Your password is set. Sign in with it.',
} as const;
