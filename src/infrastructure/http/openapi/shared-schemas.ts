import { z } from 'zod';
import { errorNames } from '../edge/errors/error-names.js';

/* What the answers of several resources are made of. */

/** In a schema: this text holds no secret and names no person, so the request log keeps it. */
export const logged = { 'x-logged': true } as const;
export const loggedText = z.string().meta(logged);

export const id = z.uuid();
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00$/)
  .meta(logged)
  .describe('A time in UTC, such as `2026-01-02 03:04:05.678000+00`.');
export const isoTime = z.iso.datetime();
export const addresses = z.array(z.string());
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ object: z.literal('list'), has_more: z.boolean(), data: z.array(item) });

const total = z
  .strictObject({
    count: z.int().min(0),
    exact: z.boolean().describe('False if there are more items than were counted.'),
  })
  .optional()
  .describe(
    'The number of items that match the filters. Present only with `total=true`, and only if an index can count the items, which excludes searches by words. Posthorn only: other servers of this API do not have it.',
  );

/** A list that can be searched. */
export const searchedListOf = <Item extends z.ZodType>(item: Item) =>
  listOf(item).extend({
    total,
    searched_words: z
      .array(z.string())
      .optional()
      .describe(
        'The search words. Each is the beginning of a word of every item found. Present only in a search. Posthorn only: other servers of this API do not have it.',
      ),
    searched_to: isoTime
      .optional()
      .describe(
        'The time that the search reached. Present only if the search ended before it filled a page. All items from this time on were searched.',
      ),
    next: z
      .string()
      .optional()
      .describe(
        'The cursor that continues the search. Send it as `after` or `before`. Present only with `searched_to`.',
      ),
  });

/** What making or changing something is answered with, and how. */
export const oneChanged = <Name extends string>(name: Name) => z.strictObject({ object: z.literal(name), id });
export const changed =
  <Name extends string>(object: Name) =>
  (result: { readonly id: string }) => ({ object, id: result.id });

/** What deleting something is answered with, and how. */
export const oneDeleted = <Name extends string>(name: Name) =>
  z.strictObject({ object: z.literal(name), id, deleted: z.literal(true) });
export const deleted =
  <Name extends string>(object: Name) =>
  (result: { readonly id: string }) =>
    ({ object, id: result.id, deleted: true }) as const;

export const replyMembers = {
  code: z.int().nullable().describe('The SMTP reply code. Null if the server sent no reply.'),
  enhanced_code: z.string().nullable(),
  text: z.string(),
};

export const errorBody = z.strictObject({
  statusCode: z.int().min(400).max(599),
  message: loggedText,
  name: z.enum(errorNames),
});
