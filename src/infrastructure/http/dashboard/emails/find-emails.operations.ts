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
  summary: 'Find emails, newest first',
  description: 'What is named holds together: every word of `search`, and every other parameter.',
  parameters: [
    query(
      'search',
      { type: 'string', maxLength: 256 },
      'Words, each the beginning of an address, of its domain, of a word of the subject, of the id, or of the name or value of a tag.',
    ),
    query('status', { type: 'string', enum: lastEvents }, 'The `last_event`.'),
    query('kind', { type: 'string', enum: emailKinds }, '`broadcast`: of a broadcast; `transactional`: any other.'),
    query('from', moment, 'Accepted then or later.'),
    query('to', moment, 'Accepted before.'),
    query('domain', { type: 'string' }, 'The domain of the sender.'),
    query('api_key', { type: 'string', format: 'uuid' }, 'Sent with this API key.'),
    query('tag', { type: 'string' }, 'With a tag of this name; `name:value` for one value.'),
    query('topic', { type: 'string', format: 'uuid' }, 'About this topic.'),
    query('template', { type: 'string' }, 'Composed from the template with this id; `id:version` for one version.'),
    query('bounce_reason', { type: 'string', enum: Object.keys(kinds) }, 'A recipient bounced, and its reply said so.'),
    ...countedPage,
  ],
  answer: foundEmailList,
  examples: {
    list: {
      summary: 'The newest emails',
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
