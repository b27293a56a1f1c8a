import { z } from 'zod';
import { personal } from '../../../domain/shared/event.js';

const body = z.record(z.string(), z.unknown()).nullable();

export const requestsAnswered = z.object({
  requests: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      apiKeyId: z.string().nullable(),
      method: z.string(),
      endpoint: z.string(),
      status: z.number(),
      durationMs: z.number(),
      emailIds: z.array(z.string()),
      reads: z.number().optional(),
    }),
  ),
  details: personal(
    z.array(
      z.object({
        userAgent: z.string().nullable(),
        requestBody: body,
        responseBody: body,
        idempotencyKey: z.string().optional(),
      }),
    ),
  ),
});
