import type { z } from 'zod';
import type { EventType, PosthornEvent } from '../../domain/events.js';
import type { EventMetadata } from '../../domain/shared/recorded.js';
import type { eventMetadata } from './schemas/metadata.js';
import * as people from './schemas/people.js';
import { type EventDefinition, noMembers } from '../../domain/shared/event.js';

/** What the codec needs to know of a type of event. */
export type EventSchema<Schema extends z.ZodType<object> = z.ZodType<object>> = Pick<
  EventDefinition<string, Schema>,
  'data' | 'upcasters'
>;

export type EventRegistry = ReadonlyMap<string, EventSchema>;

const firstVersion = <Schema extends z.ZodType<object>>(data: Schema): EventSchema<Schema> => ({ data, upcasters: [] });

const schemas = {
  TotpEnrolled: firstVersion(people.totpEnrolled),
  TotpConfirmed: firstVersion(people.totpConfirmed),
  TotpStepUsed: firstVersion(people.totpStepUsed),
  TotpRemoved: firstVersion(noMembers),
  RecoveryCodesMade: firstVersion(people.recoveryCodesMade),
  RecoveryCodeUsed: firstVersion(people.recoveryCodeUsed),
  PasskeyAdded: firstVersion(people.passkeyAdded),
  PasskeyUsed: firstVersion(people.passkeyUsed),
  PasskeyRemoved: firstVersion(people.passkeyRemoved),
  IdentityLinked: firstVersion(people.identityLinked),
  IdentityUnlinked: firstVersion(people.identityUnlinked),
  CredentialsRemoved: firstVersion(people.credentialsRemoved),
  UserIdentityTaken: firstVersion(people.userIdentityTaken),
  UserIdentityFreed: firstVersion(noMembers),
} satisfies Readonly<Record<EventType, EventSchema>>;

/** Those that are not part of a resource yet. */
export const otherSchemas: ReadonlyMap<string, EventSchema> = new Map<string, EventSchema>(Object.entries(schemas));

// The domain's types are the truth; a schema that says something else does not compile, here, and is named.
type ReadonlyDeep<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [Member in keyof T]: ReadonlyDeep<T[Member]> };
type Same<A, B> = [A, B] extends [B, A] ? true : false;
type Agrees<Schema extends z.ZodType, Type> = Same<ReadonlyDeep<z.output<Schema>>, ReadonlyDeep<Type>>;
type Disagreeing = {
  [Type in EventType]: Agrees<
    (typeof schemas)[Type]['data'],
    Extract<PosthornEvent, { type: Type }>['data']
  > extends true
    ? never
    : Type;
}[EventType];
type MustBeEmpty<Names extends never> = Names;
export type SchemasAgreeWithDomain = MustBeEmpty<Disagreeing>;
export type MetadataAgreesWithDomain = MustBeEmpty<
  Agrees<typeof eventMetadata, EventMetadata> extends true ? never : 'EventMetadata'
>;
