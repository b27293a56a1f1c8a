const product = 'Posthorn';

/** Words, actions and problems of every room. */
export const common = {
  product,

  title: (page: string) => `${page} · ${product}`,

  words: {
    admin: 'Admin',
    member: 'Member',
    'read-only': 'Read-only',
    full_access: 'Full access',
    sending_access: 'Sending only',
    read_only: 'Read-only',
    yes: 'Yes',
    no: 'No',
    never: 'Never',
    unknown: 'Unknown',
    noAnswer: 'No answer',
  },

  actions: {
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    save: 'Save',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select it and copy it by hand',
    retry: 'Try again',
    undo: 'Undo',
    more: 'Show more',
    keepSearching: 'Keep searching',
    search: 'Search',
    back: 'Back to sign-in',
    reload: 'Reload the page',
  },

  /** Shown when a search ended before it filled a page. */
  searchedTo: (day: string) => `Searched back to ${day}.`,

  problems: {
    unreachable: 'The server does not answer. Check your connection.',
    notJson: 'The server answered with something that this page does not understand.',
    unexpected: 'Something in this page went wrong.',
    unexpectedHint: 'The rest of the page works. If it happens again, tell the operator of this server.',
    notSaved: 'That did not work',
    notFound: 'There is no such page',
    notFoundHint: 'The address may be mistyped, or the page has moved.',
    home: 'Go to Emails',
    noToken: 'This link is not complete. Copy the whole address out of the mail.',
  },

  confirm: {
    title: 'Confirm it’s you',
    factorIntro: 'This changes who can get into your account. Confirm with your second factor to continue.',
    passwordIntro: 'This changes who can get into your account. Enter your password to continue.',
    signInIntro: 'This changes who can get into your account. Sign in again, then repeat it.',
    password: 'Your password',
    code: 'Authenticator code or recovery code',
    submit: 'Confirm',
    wrongCode: 'This code is not right, or was used already.',
    signIn: 'Sign in again',
    notDone: 'Nothing was changed: you did not confirm that it’s you.',
  },

  filters: {
    any: (what: string) => `${what}: any`,
    clear: 'Clear',
    since: 'From',
    until: 'Until',
  },

  time: {
    now: 'just now',
    expired: 'expired',
  },

  roles: {
    admin: 'Everything, with people, API keys and the security policy.',
    member: 'Sends mail, and manages domains, webhooks and suppressions.',
    'read-only': 'Sees everything but secrets, and changes nothing.',
  },
} as const;
