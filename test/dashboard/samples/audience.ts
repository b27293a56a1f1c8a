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
  description: null,
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

export const answers = (): Record<string, object> => ({
  [`${own}/topics`]: list(newsTopic, offersTopic),
  [`${own}/topics/${newsTopic.id}`]: { object: 'topic', ...newsTopic },
  [`${own}/contact-properties`]: list(companyProperty, seatsProperty),
  [`${own}/contact-properties/${seatsProperty.id}`]: seatsProperty,
});

export const samples = [
  ['topics', '/topics', 'text=Product news'],
  ['create-topic', '/topics?create=true', 'role=dialog >> button:has-text("Save")'],
  ['properties', '/contact-properties', 'text=company_name'],
  ['create-property', '/contact-properties?create=true', 'role=dialog >> button:has-text("Save")'],
] as const;
