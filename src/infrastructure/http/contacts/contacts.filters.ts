import { invalid } from '../edge/errors/api-error.js';
import { filters, oneOfFilter, searchFilter, uuidFilter } from '../openapi/filters.js';

/** What a list of contacts, or a file of it, is narrowed by. */
export const contactFilter = filters({
  segmentId: uuidFilter('segment_id', 'Only contacts in the segment with this ID.'),
  search: searchFilter(
    'Only contacts whose address, names, or properties contain words that begin with these words. Posthorn only: other servers of this API do not have it.',
  ),
  isUnsubscribed: {
    ...oneOfFilter(
      'unsubscribed',
      ['true', 'false'],
      '`true`: only contacts that are unsubscribed from all marketing. `false`: only the other contacts. Posthorn only: other servers of this API do not have it.',
    ),
    read: (value: unknown) => {
      if (value !== 'true' && value !== 'false')
        throw invalid('The `unsubscribed` parameter must be `true` or `false`.');
      return value === 'true';
    },
  },
  optedIn: uuidFilter(
    'opted_in',
    'Only contacts that chose to subscribe to the topic with this ID. Posthorn only: other servers of this API do not have it.',
  ),
  optedOut: uuidFilter(
    'opted_out',
    'Only contacts that chose to unsubscribe from the topic with this ID. Posthorn only: other servers of this API do not have it.',
  ),
  formId: uuidFilter(
    'form_id',
    'Only contacts that signed up with the form with this ID. Posthorn only: other servers of this API do not have it.',
  ),
  importId: uuidFilter(
    'import_id',
    'Only contacts that the import with this ID created or changed. Posthorn only: other servers of this API do not have it.',
  ),
});
