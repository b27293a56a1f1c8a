import { z } from 'zod';
import { deliveryFields, mxFields } from './sections/delivery.js';
import { domainFields } from './sections/domains.js';
import { limitFields } from './sections/limits.js';
import { noticeFields } from './sections/notices.js';
import { processFields, engineFields, firstStartFields } from './sections/process.js';
import { retryFields } from './sections/retries.js';
import { signInFields } from './sections/sign-in.js';
import { submissionFields } from './sections/submission.js';
import { tracingFields } from './sections/tracing.js';

/** Every name that an operator can set, in the order of the documents. */
export const sections = [
  { title: 'The process', fields: processFields },
  { title: 'Shared engines', fields: engineFields },
  { title: 'First start', fields: firstStartFields },
  { title: 'SMTP submission', fields: submissionFields },
  { title: 'Delivery', fields: deliveryFields },
  { title: 'Direct delivery', fields: mxFields },
  { title: 'Domains and DNS', fields: domainFields },
  { title: 'Email from the server itself', fields: noticeFields },
  { title: 'Limits and retention', fields: limitFields },
  { title: 'Retries', fields: retryFields },
  { title: 'Sign-in by a provider', fields: signInFields },
  { title: 'Traces', fields: tracingFields },
] as const;

export const environmentSchema = z.object({
  ...processFields,
  ...engineFields,
  ...firstStartFields,
  ...submissionFields,
  ...deliveryFields,
  ...mxFields,
  ...limitFields,
  ...domainFields,
  ...noticeFields,
  ...retryFields,
  ...signInFields,
  ...tracingFields,
});

export type Environment = z.output<typeof environmentSchema>;
