import type { ContactFieldName } from '../api/documents';

/** What a contact has beside its address, in the order of forms, filters and imports. */
export const contactFieldLabels: Readonly<Record<ContactFieldName, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
};

// `Object.keys` forgets the type of the keys.
export const contactFieldNames = Object.keys(contactFieldLabels) as readonly ContactFieldName[];

/** Those that make a name, in its order. */
export const nameFields = ['first_name', 'last_name'] as const;
type NameField = (typeof nameFields)[number];

/** Empty where the person has none. */
export const fullName = (contact: Readonly<Record<NameField, string | null>>): string =>
  nameFields
    .map((name) => contact[name])
    .filter((part) => part !== null && part !== '')
    .join(' ');

/** Something for each field, by its name. */
export const byContactField = <Value>(of: (name: ContactFieldName) => Value) =>
  // A name each.
  Object.fromEntries(contactFieldNames.map((name) => [name, of(name)])) as Record<ContactFieldName, Value>;

/** What stands in triple braces for a field. */
export const mergeTagOf = (name: ContactFieldName): string => name.toUpperCase();
