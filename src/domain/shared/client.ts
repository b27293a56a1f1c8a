import { z } from 'zod';

export const client = z.object({ address: z.string().nullable(), userAgent: z.string().nullable() });
/** What a request of a browser came from; null: not known. */
export type Client = Readonly<z.output<typeof client>>;
