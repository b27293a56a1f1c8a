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
