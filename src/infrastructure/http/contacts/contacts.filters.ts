import { invalid } from '../edge/errors/api-error.js';
import { filters, oneOfFilter, searchFilter, uuidFilter } from '../openapi/filters.js';

/** What a list of contacts, or a file of it, is narrowed by. */
export const contactFilter = filters({
  segmentId: uuidFilter('segment_id', 'Only contacts in this segment.'),
  search: searchFilter('Beginnings of words of the address, the names and the properties. An extra of this server.'),
  isUnsubscribed: {
    ...oneOfFilter(
      'unsubscribed',
      ['true', 'false'],
      'Only those who get no marketing at all, or who do. An extra of this server.',
    ),
    read: (value: unknown) => {
      if (value !== 'true' && value !== 'false')
        throw invalid('The `unsubscribed` parameter must be `true` or `false`.');
      return value === 'true';
    },
  },
  optedIn: uuidFilter('opted_in', 'Only those who said yes to this topic. An extra of this server.'),
  optedOut: uuidFilter('opted_out', 'Only those who said no to this topic. An extra of this server.'),
  formId: uuidFilter('form_id', 'Only those who joined by this form. An extra of this server.'),
  importId: uuidFilter('import_id', 'Only those that this import created or changed. An extra of this server.'),
});
