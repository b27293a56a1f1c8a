import { z } from 'zod';
import { IssueConsentSheet } from '../../../application/consent-sheet/issue-sheet.js';
import { type ConsentSheet, sheetSchema } from '../../../domain/consent-sheet/sheet.js';
import { post } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id } from '../openapi/shared-schemas.js';
import { sheetFile } from '../readable-file/sheet-file.js';
import { contactIn, contactParameter } from './contacts.bodies.js';

const issued = z.strictObject({
  object: z.literal('consent_sheet'),
  id,
  sheet: sheetSchema.describe('The sheet as JSON, which `posthorn consent verify` checks.'),
  html: z.string().describe('An HTML file for the person. It contains the sheet as JSON.'),
});

const example: ConsentSheet = {
  object: 'consent_sheet',
  version: 1,
  id: '019a3f5e-7c1a-7d30-9c4b-7a1d0f2a3c88',
  issued_at: '2026-11-02T10:00:00.000Z',
  team: { id: '019a3f5e-7c1a-7d30-9c4b-5b1d0f2a3c11', name: 'Works' },
  address: 'ann@example.com',
  contact_ids: [shown.contactId],
  facts: [],
  secret: 'b64url-of-32-random-bytes',
  commitment: '5f0c'.repeat(16),
  public_key: 'b64url-of-32-bytes',
  signature: 'b64url-of-64-bytes',
};

/** Issuing is a fact: the log keeps what proves the sheet later. */
export const issueConsentSheet = post({
  path: '/dashboard-api/contacts/{contact}/consent-sheet',
  summary: 'Issue a signed consent sheet for a person',
  description:
    'Lists each time the person subscribed or unsubscribed. You can also issue a sheet for the address of a deleted or erased contact. The response contains the secret of the sheet, which is not stored.',
  parameters: [contactParameter],
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
  answer: issued,
  examples: {
    issued: {
      summary: 'A sheet for a contact that made no choice',
      answer: { object: 'consent_sheet', id: example.id, sheet: example, html: sheetFile(example) },
    },
  },
  runs: IssueConsentSheet,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact) }),
  present: ({ sheet }) => ({ object: 'consent_sheet' as const, id: sheet.id, sheet, html: sheetFile(sheet) }),
});
