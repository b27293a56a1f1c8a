import { z } from 'zod';
import { acceptedEmail, bodyReference } from './accepted-email.js';
import { personal } from '../../../domain/shared/event.js';

export const submissionAccepted = z.object({
  kind: z.enum(['single', 'batch']),
  payloadHash: z.string().nullable(),
  emailIds: z.array(z.string()),
  emails: z.union([z.array(z.object({ emailId: z.string(), accepted: acceptedEmail })), bodyReference]),
  errors: personal(z.array(z.object({ index: z.number(), message: z.string() }))).nullable(),
});
