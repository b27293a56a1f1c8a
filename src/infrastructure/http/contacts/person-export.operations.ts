import { z } from 'zod';
import { ExportPerson, type PersonData } from '../../../application/person-export/export-person.js';
import { get } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { personData, personFile } from '../readable-file/person-file.js';
import { email } from './contacts.answers.js';
import { contactIn, contactParameter } from './contacts.bodies.js';

const exported = z.strictObject({
  object: z.literal('person_export'),
  data: z.record(z.string(), z.unknown()).describe('The data as JSON.'),
  html: z.string().describe('An HTML file for the person. It contains the data as JSON.'),
});

const example: PersonData = {
  address: email,
  exportedAt: shown.createdAt,
  contact: null,
  segments: [],
  topics: [],
  consents: [],
  history: [],
  imports: [],
  suppression: null,
  emails: [],
  hasAllEmails: true,
  received: [],
  hasAllReceived: true,
};

/** The person's own right to it; of others in the same emails it says nothing. */
export const exportPerson = get({
  path: '/dashboard-api/contacts/{contact}/export',
  summary: 'Export the data that is stored about a person',
  description:
    'You can also export the data of an address that is not a contact, but appears in emails or in the suppression list. The export contains the newest 10,000 sent and 10,000 received emails.',
  parameters: [contactParameter],
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
  answer: exported,
  examples: {
    exported: {
      summary: 'The data of a contact',
      answer: { object: 'person_export', data: personData(example), html: personFile(example) },
    },
  },
  runs: ExportPerson,
  input: ({ teamId, path }) => ({ teamId, key: contactIn(path.contact) }),
  isLongRead: () => true,
  present: (data) => ({ object: 'person_export' as const, data: personData(data), html: personFile(data) }),
});
