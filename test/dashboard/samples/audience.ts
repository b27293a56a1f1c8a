const at = '2026-01-02 03:04:05.678000+00';
const own = 'GET /dashboard-api';
const list = (...data: readonly object[]) => ({ object: 'list', has_more: false, data });

export const newsTopic = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e01',
  name: 'Product news',
  description: 'What is new, once a month.',
  default_subscription: 'opt_in',
  visibility: 'public',
  created_at: at,
};
export const offersTopic = {
  ...newsTopic,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e02',
  name: 'Offers',
  description: '',
  default_subscription: 'opt_out',
  visibility: 'private',
};
export const companyProperty = {
  object: 'contact_property',
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e11',
  key: 'company_name',
  type: 'string',
  fallback_value: 'your company',
  created_at: at,
};
export const seatsProperty = {
  ...companyProperty,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e12',
  key: 'seats',
  type: 'number',
  fallback_value: null,
};

export const annContact = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e21',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Lee',
  created_at: at,
  unsubscribed: false,
};
export const bobContact = {
  ...annContact,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e22',
  email: 'bob.with.a.very.long.address.indeed@department.of.everything.example.com',
  first_name: null,
  last_name: null,
  unsubscribed: true,
};
export const addedSegment = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e31',
  name: 'Customers',
  created_at: at,
  filtered: false,
};
export const filterSegment = {
  ...addedSegment,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e32',
  name: 'Large customers',
  filtered: true,
};
const filter = {
  type: 'and',
  rules: [
    { type: 'rule', field: 'properties.seats', operator: 'gte', value: 10 },
    { type: 'not', rule: { type: 'rule', field: 'email', operator: 'ends_with', value: '@example.com' } },
  ],
};
/** Conditions in groups. */
export const groupSegment = { ...filterSegment, id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e34', name: 'Some or others' };
const deepSegment = { ...filterSegment, id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e33', name: 'Some of some' };
const consent = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e41',
  created_at: at,
  scope: 'topic',
  topic_id: newsTopic.id,
  subscription: 'opt_in',
  means: 'api-key',
  email_id: null,
  import_id: null,
  said_at: null,
  page_version: null,
  actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e42' },
};
const left = {
  ...consent,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e43',
  topic_id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e44',
  subscription: 'opt_out',
  means: 'page',
  email_id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e45',
  said_at: '2025-04-21 11:16:57.000000+00',
  page_version: 'v7',
  actor: { kind: 'system', id: 'preferences' },
};
const annEmail = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e45',
  subject: 'November news',
  last_event: 'clicked',
  broadcast_id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a4d42',
};
const happening = (last: number, kind: string, type: string, of: object) => ({
  ...{ id: `019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f0${last}`, created_at: '2026-01-02T03:04:05.678Z', kind, type },
  ...{ email: null, url: null, topic_id: null, means: null, import_id: null, form_id: null, segment_id: null },
  ...of,
});
const ann = `${own}/contacts/${annContact.id}`;

export const answers = (): Record<string, object> => ({
  [`${own}/topics`]: list(newsTopic, offersTopic),
  [`${own}/topics/${newsTopic.id}`]: { object: 'topic', ...newsTopic },
  [`${own}/contact-properties`]: list(companyProperty, seatsProperty),
  [`${own}/contact-properties/${seatsProperty.id}`]: seatsProperty,
  [`${own}/contacts`]: { ...list(annContact, bobContact), total: { count: 2, exact: true } },
  [ann]: {
    object: 'contact',
    ...annContact,
    properties: { company_name: { type: 'string', value: 'Shop' }, seats: { type: 'number', value: 12 } },
  },
  [`${ann}/topics`]: list(
    {
      id: newsTopic.id,
      name: newsTopic.name,
      description: newsTopic.description,
      subscription: 'opt_in',
      created_at: at,
    },
    {
      id: offersTopic.id,
      name: offersTopic.name,
      description: '',
      subscription: 'opt_out',
      created_at: at,
    },
  ),
  [`${ann}/segments`]: list({ id: addedSegment.id, name: addedSegment.name, created_at: at }),
  [`${ann}/timeline`]: {
    ...list(
      happening(1, 'clicked', 'EmailClicked', { email: annEmail, url: 'https://example.com/shop' }),
      happening(2, 'sent', 'EmailAccepted', { email: annEmail }),
      happening(3, 'left', 'ContactUnsubscribed', { means: 'page', topic_id: newsTopic.id }),
      happening(4, 'changed', 'ContactAddedToSegment', { segment_id: addedSegment.id }),
    ),
    next: null,
  },
  [`${ann}/consents`]: list(consent, left, { ...consent, id: `${consent.id}-2`, scope: 'all', topic_id: null }),
  [`${own}/segments`]: list(addedSegment, filterSegment),
  [`${own}/segments/${addedSegment.id}`]: { object: 'segment', ...addedSegment, filter: null },
  [`${own}/segments/${filterSegment.id}`]: { object: 'segment', ...filterSegment, filter },
  [`${own}/segments/${deepSegment.id}`]: {
    object: 'segment',
    ...deepSegment,
    filter: { type: 'or', rules: [{ type: 'and', rules: [filter] }, filter] },
  },
  [`${own}/segments/${groupSegment.id}`]: {
    object: 'segment',
    ...groupSegment,
    filter: {
      type: 'or',
      rules: [filter, { type: 'not', rule: { type: 'or', rules: [{ ...filter.rules[0], operator: 'lt' }] } }],
    },
  },
  [`${own}/segments/members`]: list(
    { id: addedSegment.id, members: 1_204, exact: true },
    { id: filterSegment.id, members: 310_000, exact: false },
  ),
  [`${own}/topics/subscribers`]: list({ id: newsTopic.id, subscribers: 840 }, { id: offersTopic.id, subscribers: 12 }),
  'POST /dashboard-api/segments/count': {
    object: 'segment_count',
    count: 1240,
    exact: true,
    margin: 0,
    looked: 1240,
    sample: [annContact],
  },
});

export const samples = [
  ['topics', '/topics', 'text=Product news'],
  ['create-topic', '/topics?create=true', 'role=dialog >> button:has-text("Save")'],
  ['properties', '/contact-properties', 'text=company_name'],
  ['create-property', '/contact-properties?create=true', 'role=dialog >> button:has-text("Save")'],
  ['contacts', '/contacts', 'text=ann@example.com'],
  ['create-contact', '/contacts?create=true', 'role=dialog >> button:has-text("Add contact")'],
  ['contact', `/contacts/${annContact.id}`, 'text=Unsubscribed from a deleted topic'],
  ['segments', '/segments', 'text=Large customers'],
  ['create-segment', '/segments?create=true', 'role=dialog >> button:has-text("Save")'],
  ['segment', `/segments/${addedSegment.id}`, 'text=ann@example.com'],
  ['segment-filter', `/segments/${filterSegment.id}`, 'text=1,240 contacts now'],
  ['segment-groups', `/segments/${groupSegment.id}`, 'role=button[name="Remove group 2"]'],
  ['segment-deep', `/segments/${deepSegment.id}`, 'text=groups in groups'],
] as const;
