import { z } from 'zod';

export const alive = z.strictObject({ status: z.literal('ok') });
export const ready = z.strictObject({ status: z.literal('ready'), detail: z.string() });
