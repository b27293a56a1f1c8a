import { type ContactFieldValues, eachContactField } from '../../domain/shared/contact-fields.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { cutToken, partsOf, spellings, wordsOf } from '../emails/email-tokens.js';
import type { PropertyValue } from '../../domain/contact/events.js';

const maxWords = 24;

/** What a contact is found by. */
interface Findable extends ContactFieldValues {
  readonly email: string;
  readonly properties: Readonly<Record<string, PropertyValue>>;
  readonly topics: Readonly<Record<string, 'opt_in' | 'opt_out'>>;
  readonly segments: Readonly<Record<string, string>>;
  readonly forms: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
  readonly unsubscribed: boolean;
}

/** The words of a contact (address, names, texts of properties), and what its filters ask for: {@link contactToken}. */
export function contactTokens(contact: Findable): readonly string[] {
  const { email, properties } = contact;
  const addresses = spellings(email);
  const names = eachContactField((key) => wordsOf(contact[key] ?? '')).flat();
  const texts = Object.values(properties).flatMap((value) => (typeof value === 'string' ? wordsOf(value) : []));
  const words = [...addresses, ...names, ...addresses.flatMap(partsOf), ...addresses.map(domainOfAddress), ...texts];
  const kept = [...new Set(words.map(cutToken))].filter((word) => word !== '').slice(0, maxWords);
  return [...new Set([...kept, ...filterTokens(contact)])].sort();
}

function filterTokens({ properties, topics, segments, forms, imports, unsubscribed }: Findable): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([key, value]) =>
      typeof value === 'boolean' ? [] : [contactToken('property', key, value)],
    ),
    ...Object.entries(topics).map(([id, subscription]) => contactToken(subscription, id)),
    ...(unsubscribed ? [] : Object.entries(topics).map(([id, said]) => contactToken(countedAs[said], id))),
    ...Object.keys(segments).map((id) => contactToken('segment', id)),
    ...Object.keys(forms).map((id) => contactToken('form', id)),
    ...Object.keys(imports).map((id) => contactToken('import', id)),
  ];
}

/** What the subscribers of a topic are counted by, of those who get marketing at all. */
export const countedAs = { opt_in: 'subscribed', opt_out: 'declined' } as const;

/** What a filter asks for, whole: no word begins with this sign. A long value is cut: what is found is looked at. */
export function contactToken(
  what: 'opt_in' | 'opt_out' | 'subscribed' | 'declined' | 'segment' | 'form' | 'import' | 'property',
  id: string,
  value: string | number = '',
): string {
  return `=${what}:${id}:${cutToken(String(value).normalize('NFC').toLowerCase())}`;
}
