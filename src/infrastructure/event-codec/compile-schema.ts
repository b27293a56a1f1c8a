import { z } from 'zod';
import type { EventRegistry } from './registry.js';
import { storedMetadata } from './metadata.js';

/** What an ordinary mail is recorded with. */
const eventsOfMail = ['EmailAccepted', 'DeliveryAttemptStarted', 'EmailDelivered', 'DeliveryDeferred', 'EmailBounced'];

/** The first mail does not wait for it. For each thread that reads mails' events. */
export function compileMailSchemas(registry: EventRegistry): void {
  compileSchema(storedMetadata);
  for (const type of eventsOfMail) {
    const schema = registry.get(type);
    if (schema !== undefined) compileSchema(schema.data);
  }
}

/**
 * zod turns each object's schema into code when it meets the first value for it: milliseconds for a large one, more
 * than a hundred where the processor is shared. A value that does not fit does as well.
 */
export function compileSchema(schema: unknown, seen = new Set<unknown>()): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
  seen.add(schema);
  if (schema instanceof z.ZodObject) schema.safeParse({});
  for (const part of partsOf(schema)) compileSchema(part, seen);
}

function partsOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodTuple) return schema.def.items;
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return [schema.unwrap()];
  }
  return [];
}
