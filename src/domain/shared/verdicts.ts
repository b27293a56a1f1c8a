import { z } from 'zod';
import type { DataOf } from './event.js';

export const verdictResults = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const;
export type Verdict = (typeof verdictResults)[number];
const verdict = z.enum(verdictResults);

/** RFC 8601 results; `temperror`: DNS gave no answer in time. */
export const verdicts = z.object({ spf: verdict, dkim: verdict, dmarc: verdict, arc: verdict });
/** What an email proved when it came. */
export type Verdicts = DataOf<typeof verdicts>;

/** Whose the results are that passed; a domain may be one person's. */
export const passedDomains = z.object({
  /** Domain of the return path, or of the server's name. */
  spf: z.string().nullable(),
  /** Domains of the signatures that are right, in their order. */
  dkim: z.array(z.string()),
  /** Domain of From. */
  dmarc: z.string().nullable(),
});
export type PassedDomains = DataOf<typeof passedDomains>;

/** The results of a check, and whose they are. */
export interface Authenticated {
  readonly verdicts: Verdicts;
  readonly passed: PassedDomains;
}
