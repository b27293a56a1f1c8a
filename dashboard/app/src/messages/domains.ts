/** The rooms of sending domains. */
export const domains = {
  title: 'Domains',
  intro:
    'Where your mail comes from. Receivers look up the DNS records of a domain to see that the mail is really yours.',
  add: 'Add a domain',
  emptyTitle: 'No domain yet',
  empty: 'Add the one that your mail comes from. The next page shows which DNS records to publish for it.',
  emptyReader: 'A member of the team can add the one that mail comes from.',
  noSandbox: 'This server has no sandbox domains either.',
  name: 'Name',
  nameHint: 'What comes after the @ of your senders, such as mail.example.com.',
  state: 'State',
  region: 'Region',
  regionHint: 'It cannot be changed later.',
  added: 'Added',
  returnPath: 'Subdomain for bounces',
  returnPathHint: 'Mail that cannot be delivered comes back there. It cannot be changed later.',
  submit: 'Add',
  isMine: 'The name is mine: claim it',
  claimHint: 'Another team has the name. You can prove that it is yours by a DNS record; then it moves to this team.',
  options: 'More options',
  tls: 'Encryption',
  tlsChoices: {
    opportunistic: 'Encrypted wherever the other side offers it',
    enforced: 'Only encrypted: mail is not sent to a server without TLS',
  },

  statuses: {
    not_started: 'Not started',
    pending: 'Waiting for DNS',
    verified: 'Verified',
    temporary_failure: 'A record is gone',
    partially_verified: 'Partly verified',
    partially_failed: 'Partly failed',
    failed: 'Failed',
    sandbox: 'Sandbox',
  },
  meanings: {
    claim: 'Another team has this name, and your claim on it is under way: nothing is sent from here yet.',
    sandbox: 'A sandbox of this server: every team may send from it, and its mail never leaves the machine.',
    preverified:
      'Whoever runs this server vouches for it, so it sends whatever DNS shows. Publish the records all the same: receivers look for them.',
    not_started: 'Mail from this domain is refused until its records are there. Publish them, then press Verify.',
    pending:
      'Mail from this domain is refused until each needed record is there. They are looked for again by themselves; Verify asks at once.',
    verified: 'Every needed record is there. Mail from this domain is sent.',
    temporary_failure:
      'A needed record that was there is gone. Mail is still sent; publish the record again before the domain fails.',
    partially_verified:
      'Of sending and receiving one is verified, and the records of the other are looked for. The list says which are missing.',
    partially_failed:
      'Of sending and receiving one is verified; a record of the other was missing for too long. Publish it, then press Verify.',
    failed:
      'A needed record was missing for too long, and mail from this domain is refused. Publish it, then press Verify: the search begins anew.',
    sends: 'Mail from this domain is sent.',
    refused: 'Mail from this domain is refused.',
  },

  back: 'All domains',
  id: 'Id',
  programs: 'For programs',
  programsIntro: 'The API knows the domain by this id.',
  verify: 'Verify',
  asking: 'DNS is being asked …',
  neverAsked: 'DNS was not asked yet.',
  askedAt: 'DNS was asked',
  verifyFound: (right: number, all: number) => `${right} of ${all} records are as they should be.`,

  records: 'Records to publish',
  recordsIntro: 'At the provider where the zone of the domain is kept.',
  recordsLater: 'To publish once the name has moved to this team.',
  recordsSandbox: 'Nobody looks for them: mail from a sandbox does not leave this server.',
  zoneFile: 'Download zone file',
  needed: 'needed',
  recommended: 'recommended',
  priority: (priority: number) => `Priority ${priority}`,
  recordName: 'Name',
  recordValue: 'Value',
  recordNameOf: (what: string) => `Name of ${what}`,
  recordValueOf: (what: string) => `Value of ${what}`,
  recordStates: {
    not_started: 'Not looked for yet',
    pending: 'Waiting for DNS',
    verified: 'Found',
    temporary_failure: 'Gone',
    failed: 'Missing',
  },
  purposes: {
    SPF: 'Bounces and SPF',
    DKIM: 'Signature (DKIM)',
    Receiving: 'Receiving',
    Tracking: 'Links',
    TrackingCAA: 'Certificate of links',
  },
  foundAt: (name: string) => `At ${name}:`,
  noAnswer: 'DNS did not answer.',
  nothing: 'there is nothing.',
  foundInstead: 'found',
  and: 'and',

  notPublicTitle: 'Do not copy these records yet',
  notPublic: {
    'single-label': (host: string) => `${host} is a name without a domain. Other mail servers cannot find it.`,
    reserved: (host: string) => `${host} is a name for local use or for tests. Other mail servers cannot find it.`,
    'private-address': (host: string) => `${host} is an address inside a network. Other mail servers cannot reach it.`,
  },
  notPublicHint:
    'Bounces would be lost, and receivers would doubt your mail. Whoever runs this server sets RETURN_PATH_HOST (or HELO_NAME) to its public name first; the records here then change.',

  hintsTitle: 'How providers want it typed',
  hints: [
    'Most add the name of the zone by themselves: type the name as it is shown here. If yours asks for whole names, type the one below the record that ends in your domain.',
    'For the zone itself, some want @ and some an empty field.',
    'A whole name or the value of an MX record may need a dot at its end where a provider does not add one.',
    'The priority of an MX record has a field of its own, or is typed before the value with a space between.',
    'Paste a long value in one line and without quotation marks. If it is refused for its length, cut it into parts of at most 255 characters, each in quotation marks, with a space between.',
    'Leave the time to live (TTL) as it is, and switch off any proxy for these records.',
  ],

  dmarc: 'DMARC',
  dmarcIntro: 'What receivers shall do with mail that only claims to be yours. Nothing here waits for it.',
  dmarcName: 'Name of the DMARC record',
  dmarcValue: 'Value of the DMARC record',

  claim: 'Your claim',
  claimPending: (name: string) =>
    `Another team has ${name}. Publish this record at the name itself: it proves that the name is yours.`,
  claimBlocked: {
    grace_period: 'The proof is there. The other team took the name a short while ago, and keeps it for that long.',
    pending_scheduled_emails:
      'The proof is there. Scheduled mail of the other team has to leave, or be canceled, first.',
    recent_owner_activity:
      'The proof is there. The other team sent mail from the name a short while ago; the name moves once it rests.',
    other: 'The proof is there, and the name does not move yet.',
  },
  claimName: 'Name of the proof',
  claimValue: 'Value of the proof',
  claimUntil: 'It is looked for by itself until',
  claimThen: (name: string) =>
    `Then ${name} moves here with new keys, and the records below are to be published; the other team’s domain is deleted.`,
  claimVerify: 'Look for the proof',
  claimCancel: 'Cancel this claim',
  claimCanceling: (name: string) => `The claim on ${name} is being canceled`,
  claimCanceled: (name: string) => `The claim on ${name} is canceled`,

  former: 'Former link subdomains',
  formerIntro: 'Out of use. Links in earlier mail still need these records.',
  formerStates: {
    verified: 'Links of earlier mail still work.',
    missing: 'Gone: links of earlier mail lead nowhere.',
    different: (found: string) => `Leads elsewhere, to ${found}: links of earlier mail do not work.`,
    unknown: 'DNS did not say yet whether it is there.',
  },

  settings: 'Settings',
  sending: 'Sending',
  receiving: 'Receiving',
  bounces: 'Bounces come back to',
  opens: 'Opens',
  clicks: 'Clicks',
  links: 'Links lead through',
  on: 'On',
  off: 'Off',
  askedFor: 'Asked for; this server does not do it yet',
  tlsChanged: 'The encryption of this domain is changed.',

  delete: 'Delete',
  deleteTitle: 'Delete this domain',
  deleteIntro: 'Mail from it is refused at once, and its keys are destroyed. Added again, it needs other records.',
  deleting: (name: string) => `${name} is being deleted`,
  deletingHint: 'Mail from it will be refused.',
  deleted: (name: string) => `${name} is deleted`,
} as const;
