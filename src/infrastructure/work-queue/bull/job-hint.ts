import { z } from 'zod';
import type { Job } from '../../../application/ports/work-queue.js';

/** A job as it lies in Redis: ids, hashes and times, never an address. */
const jobHint = z.discriminatedUnion('kind', [
  z.object({
    id: z.string(),
    kind: z.literal('email'),
    line: z.string(),
    class: z.enum(['transactional', 'standard', 'bulk']),
    dueAtMs: z.number(),
    payload: z.object({ emailId: z.string(), destination: z.string(), generation: z.int() }),
  }),
]);

/** Undefined for what another version has left there: it is offered again in time. */
export function parseJobHint(stored: unknown): Job | undefined {
  return jobHint.safeParse(stored).data;
}
