import { usualWords } from './lists';

const usual = usualWords('property');

/** The room of the properties that contacts have. */
export const propertyMessages = {
  ...usual,
  emptyTitle: 'No properties yet',
  emptyFilteredTitle: 'No properties found',
  intro: 'What you know about contacts beside name and address. Segments can filter by them.',
  empty: 'Create a property such as company_name, with a fallback value for contacts that have none.',
  key: 'Key',
  keyHint: 'Letters, digits and underscores. It can’t be changed later.',
  type: 'Type',
  typeHint: 'It can’t be changed later.',
  types: { string: 'Text', number: 'Number' },
  fallback: 'Fallback value',
  fallbackHint: 'Used for contacts without a value. Leave empty for none.',
  noNumber: 'Enter a number, or leave it empty.',
  none: 'None',
  created: 'Created',
  removal: {
    ...usual.removal,
    hint: 'Contacts no longer show their values of it.',
  },
} as const;
