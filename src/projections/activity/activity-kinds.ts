import { type Category, categoryOf, type StreamName } from '../../domain/shared/stream-name.js';

/**
 * Whether Activity shows changes of a category: a new one does not compile until it says so here. The projection goes
 * by the definitions of events; a test compares the two.
 */
const isShown = {
  apikey: true,
  audience: false,
  brand: true,
  broadcast: true,
  consentsheet: true,
  contact: true,
  contactaddress: false,
  contactproperty: true,
  contactpropertykey: false,
  day: false,
  domain: true,
  domainreport: false,
  domainname: true,
  email: true,
  erasure: true,
  export: true,
  form: true,
  image: true,
  import: true,
  installation: true,
  invitation: true,
  logseal: false,
  logverification: true,
  processmanager: false,
  queue: true,
  receipt: false,
  received: false,
  requestlog: false,
  retention: false,
  savedblock: true,
  segment: true,
  session: true,
  submission: false,
  suppression: true,
  team: true,
  template: true,
  templatealias: false,
  topic: true,
  trackinglog: false,
  unsubscribepage: true,
  usage: false,
  user: true,
  useraddress: false,
  useridentity: false,
  webhook: true,
  webhooklog: false,
} as const satisfies Readonly<Record<Category, boolean>>;

/** What kind of thing an entry of Activity is about. */
export type ActivityKind = { [Each in Category]: (typeof isShown)[Each] extends true ? Each : never }[Category];

// The members that are true are the kinds.
export const activityKinds = Object.keys(isShown).filter(
  (each) => isShown[each as Category],
) as readonly ActivityKind[];

/** The kind of what an entry's stream is about. */
export function activityKindOf(stream: StreamName): ActivityKind {
  // The projection keeps entries of these kinds alone.
  return categoryOf(stream) as ActivityKind;
}
