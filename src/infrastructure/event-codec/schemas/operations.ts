import { z } from 'zod';

export const teamCreated = z.object({ teamId: z.string(), name: z.string() });
