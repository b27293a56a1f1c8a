import { contactFieldLabels, contactFieldNames, nameFields } from '../../messages/contact-fields';
import type { Answer, RowOf } from '../../api/operations';

export type ContactRow = RowOf<'GET /dashboard-api/contacts'>;
export type Contact = Answer<'GET /dashboard-api/contacts/{contact}'>;
export type Consent = RowOf<'GET /dashboard-api/contacts/{contact}/consents'>;
export type Property = RowOf<'GET /dashboard-api/contact-properties'>;

/** What is known of the person beside the name, each under its label. */
export const otherFields = (contact: Contact): readonly (readonly [label: string, text: string])[] =>
  contactFieldNames.flatMap((name) => {
    const text = contact[name];
    const isOther = !nameFields.some((each) => each === name);
    return isOther && text !== null ? [[contactFieldLabels[name], text] as const] : [];
  });
