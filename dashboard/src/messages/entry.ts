/** What visitors read. */
export const entry = {
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    provider: (name: string) => `Continue with ${name}`,
    or: 'or',
    forgotten: 'Forgot your password?',
    refused: 'The address or the password is not right.',
    passkeyCanceled: 'The passkey was not used. Try again, or use your password.',
    expired: 'Your session is over. Sign in to go on.',
    setUpTitle: 'There are no people yet',
    setUpText:
      'Open the set-up link that the server printed when it first started. Where it is lost, the operator of the server can make a first person with the command “posthorn users create”.',
    providerProblems: {
      'no-account': 'No account here has this identity. Ask an admin of your team to invite you.',
      'sign-in-expired': 'That took too long. Try again.',
      'identity-taken': 'Another account has this identity, or yours has another one of this provider already.',
      'other-address': 'The provider names another address than the one that was invited.',
      'link-invalid': 'The invitation has expired, was accepted or was revoked. Ask for a new one.',
      'sso-required': 'Your team asks you to sign in in another way. Choose the one it prescribes.',
      'provider-unavailable': 'The provider does not answer. Try again later, or choose another way.',
    },
    providerFailed: 'That sign-in did not work. Try again, or choose another way.',
  },

  secondFactor: {
    title: 'Second factor',
    intro: 'Type the six digits that your authenticator app shows.',
    code: 'Code',
    submit: 'Continue',
    useRecovery: 'Use a recovery code instead',
    recoveryIntro: 'Type one of the recovery codes that you kept. It works once.',
    recoveryCode: 'Recovery code',
    useCode: 'Use the authenticator app instead',
    refused: 'This code is not right, or it was used already. Wait for the next one.',
    passkeyIntro: 'Your account has a passkey. Use it to finish signing in.',
    passkey: 'Use a passkey',
    passkeyRefused: 'This passkey was not accepted. Use one of this account.',
    passkeyCanceled: 'The passkey was not used. Try again.',
    passkeyElsewhereIntro: 'Your account has passkeys, and none that works at this address.',
    passkeysElsewhere: (hosts: string) =>
      `The passkeys of this account belong to ${hosts}. Sign in there, or ask the operator of this server to remove them.`,
    somePasskeysElsewhere: (hosts: string) => `Passkeys of this account that belong to ${hosts} work only there.`,
    lost: 'Lost all of them? Ask the operator of this server.',
  },

  setUp: {
    title: 'Set up',
    intro: 'Make the first person. You will be an admin of the first team.',
    name: 'Your name',
    team: 'Name of the team',
    submit: 'Create and sign in',
  },

  password: {
    label: 'Password',
    choose: 'New password',
    hint: 'At least 10 characters. A few words that you remember are best.',
  },

  reset: {
    title: 'Reset your password',
    intro: 'We send a link to your address if there is an account for it.',
    submit: 'Send the link',
    sentTitle: 'Look into your mailbox',
    sent: (email: string) => `If there is an account for ${email}, a link to set a new password is on its way.`,
    confirmTitle: 'Choose a new password',
    confirmIntro: (sessions: number) =>
      sessions === 0
        ? 'You have no open sessions.'
        : `${sessions === 1 ? 'Your open session ends' : `All ${sessions} of your open sessions end`}.`,
    checking: 'New password',
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
  },

  invitation: {
    title: (team: string) => `Join ${team}`,
    loading: 'Invitation',
    intro: (email: string, role: string) => `You were invited as ${email}, with the role ${role}.`,
    submit: 'Accept and sign in',
    hasAccount: (email: string) => `There is an account for ${email}. Sign in with it to accept.`,
    accept: 'Accept',
    signIn: 'Sign in to accept',
    otherPerson: (email: string) => `You are signed in as ${email}. Sign out first to accept as somebody else.`,
  },

  confirmEmail: {
    title: 'Confirm your address',
    half: 'Thank you. Follow the link in the mail to your other address too; then the new one counts.',
    changed: 'Your new address counts from now on.',
    goOn: 'Go on',
    submit: 'Confirm this address',
    intro: 'Both your old and your new address have to agree to the change.',
  },
} as const;
