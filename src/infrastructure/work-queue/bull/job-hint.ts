import { z } from 'zod';
import type { Job } from '../../../application/ports/work-queue.js';

/** A job as it lies in Redis: ids, a domain and times, never an address. */
const jobHint = z.object({
  id: z.string(),
  emailId: z.string(),
  destination: z.string(),
  generation: z.int(),
  retryClass: z.enum(['transactional', 'standard', 'bulk']),
  dueAtMs: z.number(),
});

/** Undefined for what another version has left there: it is offered again in time. */
export function parseJobHint(stored: unknown): Job | undefined {
  return jobHint.safeParse(stored).data;
}
