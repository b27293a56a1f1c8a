import type { Answer, RowOf } from '../../api/operations';

export type ContactRow = RowOf<'GET /dashboard-api/contacts'>;
export type Contact = Answer<'GET /dashboard-api/contacts/{contact}'>;
export type Consent = RowOf<'GET /dashboard-api/contacts/{contact}/consents'>;
export type Property = RowOf<'GET /dashboard-api/contact-properties'>;

type Named = Pick<ContactRow, 'first_name' | 'last_name'>;

/** Empty where the person has none. */
export const fullName = ({ first_name: first, last_name: last }: Named): string =>
  [first, last].filter((part) => part !== null && part !== '').join(' ');
