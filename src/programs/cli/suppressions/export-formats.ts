/**
 * What another service had seen of an address. `unsubscribe`: the person left its marketing. `block`: one email was
 * refused, for a reason that says nothing about the address.
 */
export type Kind = 'complaint' | 'bounce' | 'manual' | 'unsubscribe' | 'block';

/** One entry of an export, its columns or members by their names in lower case, without spaces, `_`, `-` and `.`. */
export type Row = Readonly<Record<string, string>>;

interface ExportFormat {
  readonly service: string;
  /** Columns that this export has and others lack. */
  readonly has: readonly string[];
  readonly address: string;
  /** @returns undefined when the row does not say it: the name of the file may, or the one who imports it. */
  readonly kindOf: (row: Row) => Kind | string | undefined;
}

/** A column of one of the words below. */
const word = (column: string) => (row: Row) => kindOfWord(row[column] ?? '');

/**
 * Exports by their documented members, the most particular first. Free texts, such as the `reason` of SendGrid, are not
 * read: a receiver's reply says anything.
 */
export const exportFormats: readonly ExportFormat[] = [
  {
    service: 'Postmark',
    has: ['emailaddress', 'suppressionreason'],
    address: 'emailaddress',
    // A person who unsubscribes is a manual suppression by the recipient.
    kindOf: (row) => {
      const kind = kindOfWord(row['suppressionreason'] ?? '');
      return kind === 'manual' && row['origin']?.toLowerCase() === 'recipient' ? 'unsubscribe' : kind;
    },
  },
  { service: 'Amazon SES', has: ['emailaddress', 'reason'], address: 'emailaddress', kindOf: word('reason') },
  { service: 'Posthorn or Resend', has: ['email', 'origin'], address: 'email', kindOf: word('origin') },
  { service: 'SparkPost', has: ['recipient', 'source'], address: 'recipient', kindOf: word('source') },
  { service: 'Brevo', has: ['email', 'reasoncode'], address: 'email', kindOf: word('reasoncode') },
  { service: 'Mandrill', has: ['email', 'reason', 'detail'], address: 'email', kindOf: word('reason') },
  { service: 'Mailgun', has: ['address', 'tags'], address: 'address', kindOf: () => 'unsubscribe' },
  { service: 'Mailgun', has: ['address', 'error'], address: 'address', kindOf: () => 'bounce' },
  { service: 'Mailgun', has: ['address', 'createdat'], address: 'address', kindOf: () => undefined },
  { service: 'SendGrid', has: ['email', 'ip', 'created'], address: 'email', kindOf: () => 'complaint' },
  { service: 'SendGrid', has: ['email', 'groupid'], address: 'email', kindOf: () => 'unsubscribe' },
  { service: 'SendGrid', has: ['email', 'created'], address: 'email', kindOf: () => undefined },
  ...['email', 'emailaddress', 'address', 'recipient'].map((address) => ({
    ...{ service: 'CSV', has: [address], address },
    kindOf: (row: Row) => (row['reason'] === undefined ? undefined : kindOfWord(row['reason'])),
  })),
];

/** Words for each kind, as they are compared: letters alone, in lower case. */
const words: Readonly<Record<Kind, readonly string[]>> = {
  complaint: ['complaint', 'spamcomplaint', 'complained', 'spam', 'spamreport', 'contactflaggedasspam'],
  bounce: ['bounce', 'hardbounce', 'bounced', 'bouncerule', 'invalid', 'invalidemail', 'rejected'],
  manual: ['manual', 'manualsuppression', 'manuallyadded', 'adminblocked', 'custom', 'compliance', 'rule'],
  unsubscribe: [
    ...['unsubscribe', 'unsubscribed', 'unsub', 'unsubscribelink', 'listunsubscribe', 'globalunsubscribe'],
    ...['unsubscribedviaemail', 'unsubscribedviama', 'unsubscribedviaapi'],
  ],
  block: ['block', 'blocked', 'softbounce'],
};

/** @returns the word itself where it is none that we know. */
export function kindOfWord(text: string): Kind | string {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [kind] = Object.entries(words).find(([, known]) => known.includes(letters)) ?? [];
  return kind ?? text;
}

export const isKind = (text: string): text is Kind => Object.hasOwn(words, text);

const fileNames: readonly (readonly [RegExp, Kind])[] = [
  [/complain|spam/i, 'complaint'],
  [/bounce|invalid/i, 'bounce'],
  [/unsub/i, 'unsubscribe'],
  [/block/i, 'block'],
];

/** What the name of a file says of its entries: `bounces.json`, `suppression_unsubscribes.csv`. */
export const kindOfFileName = (name: string): Kind | undefined => fileNames.find(([named]) => named.test(name))?.[1];
