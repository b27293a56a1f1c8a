const steps: Readonly<Record<string, string>> = {
  dns: 'during DNS lookup',
  connect: 'while connecting',
  greeting: 'after connecting',
  ehlo: 'after EHLO',
  helo: 'after HELO',
  starttls: 'after STARTTLS',
  auth: 'after AUTH',
  mail: 'after MAIL FROM',
  rcpt: 'after RCPT TO',
  data: 'after DATA',
  dot: 'after the message',
};

/** Words of the queue. */
export const queueWords = {
  intro: 'Messages waiting to be delivered, by recipient domain.',
  list: 'Queue by recipient domain',
  receiver: 'Recipient domain',
  erasedDomain: 'Erased domain',
  state: 'Status',
  states: { paused: 'Paused', sending: 'Sending', due: 'Due', delayed: 'Delayed', waiting: 'Waiting' },
  recipients: 'Recipients',
  sending: (count: string) => `${count} being sent`,
  due: (count: string) => `${count} due`,
  waits: (count: string) => `${count} waiting`,
  why: 'Reason',
  /** The reply at a step of SMTP. */
  reply: (reply: string) => {
    const [, said = reply, step = ''] = /^(.*) at (\S+)$/.exec(reply) ?? [];
    return `Last response: ${said}${steps[step] === undefined ? '' : ` ${steps[step]}`}`;
  },
  /** The codes stand before the words, but for those that the words begin with. */
  said: (reply: string, text: string) => {
    const [, codes = ''] = /^([\d. ]+) at \S+$/.exec(reply) ?? [];
    const [code = '', enhanced = ''] = codes.split(' ');
    const missing = [code, enhanced].filter((part) => part !== '' && !text.includes(part));
    return [...missing, text].join(' ');
  },
  notTried: 'No attempts yet',
  forLater: 'Scheduled',
  isSent: 'Sending',
  since: 'Since',
  next: 'Next attempt',
  nextNow: 'due now',
  nextMail: 'View next email',
  itsMails: 'View queued emails',
  pausedBecause: (reason: string) => `Paused: ${reason}`,
  pausedUntil: 'until',
  untilTitle: 'Until',
  incomplete: 'Only the emails due first are counted here.',
  emptyTitle: 'Queue is empty',
  empty: 'Emails are queued until the recipient’s server accepts or rejects them, usually within seconds.',
  actions: 'Actions',
  retry: 'Retry now',
  retryNamed: (domain: string) => `Retry now: email to ${domain}`,
  retryReason: 'Requested in the dashboard',
  drop: 'Drop…',
  dropNamed: (domain: string) => `Drop email to ${domain}`,
  pause: 'Pause…',
  pauseNamed: (domain: string) => `Pause email to ${domain}`,
  resume: 'Resume',
  resumeNamed: (domain: string) => `Resume email to ${domain}`,
  pauseOne: 'Pause a domain',
  pauseTitle: (domain: string) => (domain === '' ? 'Pause a domain' : `Pause email to ${domain}`),
  pauseHint:
    'Stops sending to this domain for every team on this server until resumed. Paused mail does not lose retries.',
  dropTitle: (domain: string) => `Drop queued email to ${domain}`,
  dropHint:
    'Queued recipients will be marked as failed, with your reason. Emails being sent right now are not affected.',
  domain: 'Recipient domain',
  reason: 'Reason',
  reasonHint: 'Stored permanently and visible to senders. Don’t include personal data.',
  until: 'Until (leave empty to pause until resumed)',
  zone: (zone: string) => `Times in ${zone}.`,
  submitPause: 'Pause',
  submitDrop: 'Drop',
  dropping: (domain: string) => `Dropping email to ${domain}…`,
  droppingHint: 'Recipients won’t get it.',
  paused: (domain: string) => `Email to ${domain} paused`,
  resumed: (domain: string) => `Email to ${domain} resumed`,
  moved: (recipients: number, emails: number, what: 'retry' | 'drop') => {
    const ofEmails = emails === 1 ? '1 email' : `${emails} emails`;
    if (what === 'retry') return `Retrying ${ofEmails} now.`;
    return `Dropped ${recipients === 1 ? '1 recipient' : `${recipients} recipients`} of ${ofEmails}.`;
  },
  movedNone: 'Nothing left to change: the queue is empty or everything is being sent.',
  movedMore: 'There are more. Repeat to continue.',
  pauses: 'Paused domains',
  pausesIntro: 'For all teams on this server.',
  unnamed: 'A domain without queued email of yours',
  pausedSince: 'Paused',
} as const;
