import type { RowOf } from '../../api/operations';
import type { Exactly } from '../../kit/exactly';
import { activityMessages as words } from '../../messages/activity';

/** What kinds of things changes are about, as the server has them: one without a name and a place does not compile. */
export type Kind = RowOf<'GET /dashboard-api/activity'>['resource']['kind'];

export const kinds: Exactly<Kind, typeof words.kinds> = words.kinds;

/** The address of what was changed; null: it has no page. */
export const places: Readonly<Record<Kind, ((id: string, name: string | null) => `/${string}`) | null>> = {
  domain: (id) => `/domains/${id}`,
  domainname: () => '/domains',
  webhook: (id) => `/webhooks/${id}`,
  email: (id) => `/emails/${id}`,
  apikey: () => '/api-keys',
  suppression: (_, name) => (name === null ? '/suppressions' : `/suppressions?address=${encodeURIComponent(name)}`),
  queue: () => '/queue',
  export: () => '/settings/exports',
  contact: (id) => `/contacts/${id}`,
  segment: (id) => `/segments/${id}`,
  topic: () => '/topics',
  template: (id) => `/templates/${id}`,
  broadcast: (id) => `/broadcasts/${id}`,
  image: null,
  contactproperty: () => '/contact-properties',
  form: (id) => `/forms/${id}`,
  brand: () => '/settings/brand',
  savedblock: null,
  unsubscribepage: () => '/unsubscribe-page',
  consentsheet: null,
  import: (id) => `/imports/${id}`,
  erasure: (id) => `/settings/erasures/${id}`,
  team: () => '/settings/people',
  invitation: () => '/settings/people',
  user: () => '/settings/people',
  session: null,
  installation: () => '/health',
  logverification: () => '/health',
};
