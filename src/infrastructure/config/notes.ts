import { z } from 'zod';

/** One sentence for the operator; `unset` says what holds where there is no default to show. */
export interface FieldNotes {
  readonly says: string;
  readonly unset?: string;
}

/** The notes of every field, for the documents that are generated from the schema. */
export const notes = z.registry<FieldNotes>();
