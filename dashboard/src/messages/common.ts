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
    sending_access: 'Sending access',
    read_only: 'Read-only',
    yes: 'Yes',
    no: 'No',
    never: 'Never',
    unknown: 'Unknown',
    noAnswer: 'No response',
  },

  actions: {
    cancel: 'Cancel',
    close: 'Close',
    dismiss: 'Dismiss',
    done: 'Done',
    save: 'Save',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Select and copy it manually',
    retry: 'Try again',
    undo: 'Undo',
    more: 'Show more',
    keepSearching: 'Keep searching',
    search: 'Search',
    back: 'Back to sign-in',
    reload: 'Reload page',
  },

  /** Shown when a search ended before it filled a page. */
  searchedTo: (day: string) => `Searched back to ${day}.`,

  problems: {
    unreachable: 'Can’t reach the server. Check your connection.',
    notJson: 'The server’s response couldn’t be read. A proxy may have replaced it.',
    unexpected: 'Something went wrong on this page',
    unexpectedHint: 'The rest of the dashboard works. Try again; if it happens again, contact the server operator.',
    notLoaded: 'This page couldn’t be loaded',
    notLoadedHint: 'Posthorn may have been updated, or your connection dropped. Reload to get the current version.',
    forbidden: 'You don’t have access to this',
    missing: 'Not found',
    busy: 'Too many requests right now',
    failed: 'Something went wrong on the server',
    failedHint: 'The server’s log has the details under this request ID:',
    notSaved: 'Request failed',
    notFound: 'Page not found',
    notFoundHint: 'Check the address for typos, or go to Emails.',
    home: 'Go to Emails',
    noToken: 'This link is incomplete. Copy the full URL from the email.',
  },

  /** The connection to the server. */
  connection: {
    offline: {
      title: 'You’re offline',
      text: 'What you see may be out of date. We reconnect as soon as your network is back.',
    },
    unreachable: {
      title: 'Can’t reach the server',
      text: 'Reconnecting… What you typed stays on this page.',
    },
    'signed-out': {
      title: 'Your session expired',
      text: 'Sign in again in a new tab, then come back: what you typed stays on this page.',
    },
    retry: 'Try now',
    signIn: 'Sign in',
  },

  confirm: {
    title: 'Confirm it’s you',
    factorIntro: 'This changes who can get into your account. Confirm with your second factor to continue.',
    passwordIntro: 'This changes who can get into your account. Enter your password to continue.',
    signInIntro: 'This changes who can get into your account. Sign in again, then repeat it.',
    password: 'Your password',
    code: 'Authenticator code or recovery code',
    submit: 'Confirm',
    wrongCode: 'Wrong code, or already used.',
    signIn: 'Sign in again',
    notDone: 'Nothing was changed because you didn’t confirm it’s you.',
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
    admin: 'Full access, including members, API keys and security policy.',
    member: 'Sends email and manages domains, webhooks and suppressions.',
    'read-only': 'Views everything except secrets.',
  },
} as const;
