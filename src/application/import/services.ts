import type { ConsentSense, Standing } from '../../domain/import/consent-columns.js';
import type { ContactField } from '../../domain/shared/contact-fields.js';
import { fold } from './words/fold.js';

/** What a column of a known export is. `optional:` before a sense: an empty cell in it says nothing. */
export type ServiceRole =
  | ConsentSense
  | `optional:${ConsentSense}`
  | 'email'
  | ContactField
  | 'fullName'
  | 'tags'
  | 'optInAt'
  | 'optInIp'
  | 'leftAt'
  | 'since'
  | 'none';

/** An export of another service, known by its header. To read another one, add an entry. */
export interface ServiceExport {
  readonly id: string;
  readonly name: string;
  /** Names of which all are in the header. */
  readonly signature: readonly string[];
  /** What columns are. One that is not named here is read as in a file of an unknown program. */
  readonly columns: Readonly<Record<string, ServiceRole>>;
  /** Columns that are not named here say nothing of who agreed: they are properties of the team. */
  readonly isComplete?: true;
  /** All people of the file stand so where the header has this column. */
  readonly standingBy?: Readonly<Record<string, Standing>>;
}

const mailchimp = {
  'Email Address': 'email',
  OPTIN_TIME: 'optInAt',
  OPTIN_IP: 'optInIp',
  CONFIRM_TIME: 'optInAt',
  CONFIRM_IP: 'optInIp',
  UNSUB_TIME: 'leftAt',
  UNSUB_CAMPAIGN_TITLE: 'none',
  UNSUB_CAMPAIGN_ID: 'none',
  UNSUB_REASON: 'none',
  UNSUB_REASON_OTHER: 'none',
  CLEAN_TIME: 'none',
  CLEAN_CAMPAIGN_TITLE: 'none',
  CLEAN_CAMPAIGN_ID: 'none',
  TAGS: 'tags',
} as const satisfies Readonly<Record<string, ServiceRole>>;

/** The first whose signature is in the header counts. */
const serviceExports: readonly ServiceExport[] = [
  {
    id: 'posthorn',
    name: 'Posthorn',
    // What its exports have had from the first on: older ones lack a field that came later.
    signature: ['id', 'created_at', 'email', 'first_name', 'last_name', 'unsubscribed', 'segments'],
    columns: { created_at: 'since', unsubscribed: 'unsubscribed', segments: 'tags' },
    isComplete: true,
  },
  {
    id: 'mailchimp',
    name: 'Mailchimp',
    signature: ['Email Address', 'MEMBER_RATING'],
    columns: mailchimp,
    standingBy: { UNSUB_TIME: 'unsubscribed', CLEAN_TIME: 'bounced' },
  },
  {
    id: 'mailchimp',
    name: 'Mailchimp',
    signature: ['Email Address', 'LEID', 'EUID'],
    columns: mailchimp,
    standingBy: { UNSUB_TIME: 'unsubscribed', CLEAN_TIME: 'bounced' },
  },
  {
    id: 'brevo',
    name: 'Brevo',
    signature: ['EMAIL', 'EMAIL_BLACKLISTED'],
    columns: {
      OPT_IN: 'optional:opt_in',
      // 1 or 2: which way they were asked, not what they answered.
      'DOUBLE_OPT-IN': 'none',
      EMAIL_BLACKLISTED: 'unsubscribed',
      SMS_BLACKLISTED: 'none',
      WHATSAPP_BLACKLISTED: 'none',
    },
  },
  {
    id: 'brevo',
    name: 'Brevo',
    signature: ['CONTACT ID', 'EMAIL', 'ADDED_TIME'],
    columns: { OPT_IN: 'optional:opt_in', 'DOUBLE_OPT-IN': 'none' },
  },
  {
    id: 'aweber',
    name: 'AWeber',
    signature: ['Email', 'Stop Time', 'Stop Status'],
    columns: { 'Stop Status': 'optional:status', 'Stop Time': 'unsubscribed', 'Add Date': 'optInAt' },
  },
  {
    id: 'ghost',
    name: 'Ghost',
    signature: ['email', 'subscribed_to_emails', 'complimentary_plan'],
    columns: { subscribed_to_emails: 'subscribed', deleted_at: 'unsubscribed', labels: 'tags', name: 'fullName' },
  },
  {
    id: 'substack',
    name: 'Substack',
    signature: ['email', 'active_subscription', 'expiry'],
    // Whether they pay says nothing of emails.
    columns: { active_subscription: 'none', expiry: 'none', plan: 'none', email_disabled: 'unsubscribed' },
  },
  {
    id: 'kit',
    name: 'Kit',
    signature: ['first_name', 'email_address', 'state'],
    columns: { email_address: 'email', first_name: 'firstName', state: 'status', tags: 'tags', created_at: 'optInAt' },
  },
  {
    id: 'kit',
    name: 'Kit',
    signature: ['first_name', 'email', 'state', 'created_at'],
    columns: { first_name: 'firstName', state: 'status', tags: 'tags', created_at: 'optInAt' },
  },
  {
    id: 'beehiiv',
    name: 'beehiiv',
    signature: ['Email', 'Status', 'Created At', 'Subscription Tier'],
    columns: { Status: 'status', 'Subscription Tier': 'none', 'Created At': 'optInAt' },
  },
  {
    id: 'beehiiv',
    name: 'beehiiv',
    signature: ['email', 'status', 'subscription_premium_tier_names'],
    columns: { status: 'status' },
  },
  {
    id: 'hubspot',
    name: 'HubSpot',
    signature: ['Record ID', 'First Name', 'Last Name', 'Email'],
    columns: {
      'Lead Status': 'none',
      'Membership Status': 'none',
      'Marketing contact status': 'status',
      'Unsubscribed from all email': 'unsubscribed',
      'Email hard bounce reason': 'bounced',
      'Invalid email address': 'bounced',
      'Marketing email confirmation status': 'status',
    },
  },
  {
    id: 'klaviyo',
    name: 'Klaviyo',
    signature: ['Email', 'Klaviyo ID'],
    columns: {
      'Email Marketing Consent': 'opt_in',
      'Email Marketing Consent Timestamp': 'optInAt',
      'Email Suppressions': 'unsubscribed',
      'Profile Created On': 'none',
    },
  },
  {
    id: 'listmonk',
    name: 'listmonk',
    signature: ['uuid', 'email', 'name', 'attributes', 'status'],
    columns: { name: 'fullName', status: 'status', attributes: 'none' },
  },
  {
    id: 'shopify',
    name: 'Shopify',
    signature: ['First Name', 'Last Name', 'Email', 'Accepts Email Marketing'],
    columns: { 'Accepts Email Marketing': 'opt_in', 'Accepts SMS Marketing': 'none', Tags: 'tags' },
  },
  {
    id: 'shopify',
    name: 'Shopify',
    signature: ['First Name', 'Last Name', 'Email', 'Accepts Marketing', 'Tax Exempt'],
    columns: { 'Accepts Marketing': 'opt_in', Tags: 'tags' },
  },
  {
    id: 'activecampaign',
    name: 'ActiveCampaign',
    signature: ['Email', 'First Name', 'Last Name', 'Status', 'Tags'],
    columns: { Status: 'status', Tags: 'tags' },
  },
  {
    id: 'mailerlite',
    name: 'MailerLite',
    signature: ['Subscriber', 'Sent', 'Opens', 'Clicks'],
    columns: { Subscriber: 'email', Sent: 'none', Opens: 'none', Clicks: 'none' },
  },
  {
    id: 'sendy',
    name: 'Sendy',
    signature: ['Name', 'Email', 'Joined', 'Status'],
    columns: { Name: 'fullName', Joined: 'optInAt', Status: 'status' },
  },
  {
    id: 'sparkpost',
    name: 'SparkPost',
    signature: ['recipient', 'type', 'source', 'description'],
    columns: { recipient: 'email', type: 'none', source: 'status', description: 'none' },
    standingBy: { source: 'unsubscribed' },
  },
  {
    id: 'mailgun',
    name: 'Mailgun',
    signature: ['address', 'code', 'error'],
    columns: { address: 'email', code: 'none', error: 'none' },
    standingBy: { error: 'bounced' },
  },
  {
    id: 'systeme-io',
    name: 'systeme.io',
    signature: ['Prénom', 'Nom', 'Désinscrit'],
    columns: { Prénom: 'firstName', Nom: 'lastName', Désinscrit: 'unsubscribed' },
  },
  {
    id: 'buttondown',
    name: 'Buttondown',
    signature: ['email', 'type', 'creation_date'],
    columns: { type: 'status', creation_date: 'optInAt', tags: 'tags', unsubscription_date: 'leftAt' },
  },
];

/** The service that the header is of. */
export function serviceOf(header: readonly string[]): ServiceExport | undefined {
  const names = new Set(header.map(fold));
  return serviceExports.find(({ signature }) => signature.every((name) => names.has(fold(name))));
}

/** What a column is in the service's export; undefined where the service has no such column. */
export function roleIn({ columns }: ServiceExport, name: string): ServiceRole | undefined {
  const word = fold(name);
  return Object.entries(columns).find(([known]) => fold(known) === word)?.[1];
}
