import { kinds } from '../../../../domain/email/judging/judgement.js';
import { emailKinds, lastEvents } from '../../../../projections/emails/emails.document.js';
import { exampleRow } from '../../emails/emails.operations.js';
import { FindEmails } from '../../../../application/email/find-emails.js';
import { inSearchedList } from '../../edge/page.js';
import { httpPart } from '../../http-part.js';
import { isSearch } from '../../openapi/filters.js';
import { countedPage, query } from '../../openapi/operation.js';
import { get } from '../../openapi/served.js';
import { listOf } from '../../openapi/shared-examples.js';
import { foundEmailList, presentFoundEmail } from './find-emails.answers.js';
import { readEmailFilter } from './find-emails.parameters.js';

const moment = { type: 'string', format: 'date-time' };

/** The page's list of emails. That of the public contract has fewer filters, and less in each row. */
export const findEmails = get({
  path: '/dashboard-api/emails',
  summary: 'Search emails, newest first',
  description: 'The response contains only emails that match every word of `search` and all other parameters.',
  parameters: [
    query(
      'search',
      { type: 'string', maxLength: 256 },
      'Search words. Each must be the beginning of an address, of its domain, of a word in the subject, of the ID, or of the name or value of a tag.',
    ),
    query('status', { type: 'string', enum: lastEvents }, 'Only emails with this `last_event`.'),
    query(
      'kind',
      { type: 'string', enum: emailKinds },
      '`broadcast`: only emails of broadcasts. `transactional`: only other emails.',
    ),
    query('from', moment, 'Only emails accepted at or after this time.'),
    query('to', moment, 'Only emails accepted before this time.'),
    query('domain', { type: 'string' }, 'Only emails from this sender domain.'),
    query('api_key', { type: 'string', format: 'uuid' }, 'Only emails sent with the API key that has this ID.'),
    query('tag', { type: 'string' }, 'Only emails with this tag: `name`, or `name:value` for one value.'),
    query('topic', { type: 'string', format: 'uuid' }, 'Only emails of the topic with this ID.'),
    query(
      'template',
      { type: 'string' },
      'Only emails from the template with this ID: `id`, or `id:version` for one version.',
    ),
    query(
      'bounce_reason',
      { type: 'string', enum: Object.keys(kinds) },
      'Only emails with a recipient that bounced for this reason.',
    ),
    ...countedPage,
  ],
  answer: foundEmailList,
  examples: {
    list: {
      summary: 'One email',
      answer: listOf({
        ...exampleRow,
        tags: [{ name: 'category', value: 'invoice' }],
        api_key: { id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44', name: 'Shop' },
        domain: 'resend.dev',
        recipient_count: 1,
        last_event_count: 1,
        attachment_count: 0,
      }),
    },
  },
  runs: FindEmails,
  input: ({ teamId, page, query: given }) => ({ teamId, page, filter: readEmailFilter(given) }),
  // An index has each kind.
  isLongRead: ({ filter: { kind: _, ...filter } }) => isSearch({ filter }),
  present: inSearchedList(presentFoundEmail),
});

export const findEmailsHttp = httpPart({ noun: 'Email', operations: [findEmails] });
