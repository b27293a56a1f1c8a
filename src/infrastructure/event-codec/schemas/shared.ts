import { z } from 'zod';
import type { Kid } from '../../../domain/shared/personal.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';

/*
 * Schemas of stored events are as strict as the domain's types and no stricter: what was once written must stay
 * readable. Rules about contents are the deciders' and the edges'.
 */

/** A brand is in the types only, so the cast adds nothing at run time that the string lacks. */
const branded = <Brand extends string>() => z.string() as unknown as z.ZodType<Brand>;

export const kid = branded<Kid>();
export const streamName = branded<StreamName>();
export const position = branded<Position>();

/** The three forms of a value about a person; `inner` is the schema of the plain one. */
export const personal = <Inner extends z.ZodType>(inner: Inner) =>
  z.union([
    z.object({ kid, value: inner }),
    z.object({ kid, iv: z.string(), ct: z.string(), tag: z.string() }),
    z.object({ kid, erased: z.literal(true) }),
  ]);

export const noMembers = z.object({});
