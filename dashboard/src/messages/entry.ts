/** Words for visitors who are not signed in. */
export const entry = {
  signIn: {
    title: 'Sign in',
    email: 'Email address',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    provider: (name: string) => `Continue with ${name}`,
    or: 'or',
    forgotten: 'Forgot your password?',
    refused: 'Wrong email or password.',
    passkeyCanceled: 'Passkey canceled. Try again, or use your password.',
    expired: 'Your session expired. Sign in to continue.',
    setUpTitle: 'No users yet',
    setUpText:
      'Open the setup link that the server printed on first start. If it is lost, create the first user with this command.',
    providerProblems: {
      'no-account': 'No account uses this identity. Ask a team admin to invite you.',
      'sign-in-expired': 'That took too long. Try again.',
      'identity-taken': 'This identity belongs to another account, or yours already has one from this provider.',
      'other-address': 'The provider’s email address does not match the invitation.',
      'link-invalid': 'This invitation expired, was accepted or was revoked. Ask for a new one.',
      'sso-required': 'Your team requires another sign-in method.',
      'provider-unavailable': 'The provider is not responding. Try again later, or use another method.',
    },
    providerFailed: 'Sign-in failed. Try again, or use another method.',
  },

  secondFactor: {
    title: 'Second factor',
    intro: 'Enter the 6-digit code from your authenticator app.',
    code: 'Code',
    submit: 'Continue',
    useRecovery: 'Use a recovery code instead',
    recoveryIntro: 'Enter one of your recovery codes. Each works once.',
    recoveryCode: 'Recovery code',
    useCode: 'Use the authenticator app instead',
    refused: 'Wrong code, or already used. Wait for the next one.',
    passkeyIntro: 'Use your passkey to finish signing in.',
    passkey: 'Use a passkey',
    passkeyRefused: 'Passkey rejected. Use one registered for this account.',
    passkeyCanceled: 'Passkey canceled. Try again.',
  },

  setUp: {
    title: 'Set up Posthorn',
    intro: 'Create the admin account.',
    name: 'Your name',
    team: 'Team name',
    submit: 'Create and sign in',
  },

  password: {
    label: 'Password',
    choose: 'New password',
    hint: 'At least 10 characters. A few random words work best.',
  },

  reset: {
    title: 'Reset your password',
    intro: 'We’ll email you a link if there is an account with your address.',
    submit: 'Send link',
    sentTitle: 'Check your inbox',
    sent: (email: string) => `If there is an account for ${email}, we sent a link to set a new password.`,
  },

  invitation: {
    title: (team: string) => `Join ${team}`,
    loading: 'Invitation',
    intro: (email: string, role: string) => `You’re invited as ${email}. Role: ${role}.`,
    submit: 'Accept and sign in',
    hasAccount: (email: string) => `Sign in as ${email} to accept.`,
    accept: 'Accept',
    signIn: 'Sign in to accept',
    otherPerson: (email: string) => `You’re signed in as ${email}. Sign out to accept as someone else.`,
  },

  confirmEmail: {
    title: 'Confirm your email address',
    half: 'Confirmed. Now open the link we sent to your other address.',
    changed: 'Email address changed.',
    goOn: 'Continue',
    submit: 'Confirm address',
    intro: 'Both your old and new address must confirm the change.',
  },
} as const;
