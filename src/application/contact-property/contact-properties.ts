import {
  contactProperty,
  type ContactPropertyCommand,
  contactPropertyKey,
  type ContactPropertyRefusal,
  type FallbackValue,
  type PropertyType,
} from '../../domain/contact-property/contact-property.js';
import { streamName } from '../../domain/shared/stream-name.js';
import {
  contactPropertiesProjection,
  type ContactPropertyDocument,
} from '../../projections/contact-properties/contact-properties.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';
import { command, query } from '../access/use-case.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import { type RequestContext, unavailable } from '../shared/context.js';
import { handle, load, type LogPorts } from '../shared/handle.js';
import type { PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';

const mostProperties = 200;

const propertyStream = (id: string) => streamName('contactproperty', id);
type WritePorts = LogPorts & Pick<Ports, 'ownWrites' | 'hash'>;

const keyStream = ({ hash }: Pick<Ports, 'hash'>, teamId: string, key: string) =>
  streamName('contactpropertykey', hash.hash('contact-property', [teamId, key]));

/** POST /contact-properties. */
export interface CreateContactProperty {
  readonly context: RequestContext;
  readonly key: string;
  readonly type: PropertyType;
  readonly fallbackValue: FallbackValue;
}
export const CreateContactProperty = command({ name: 'CreateContactProperty', need: 'member', run: createProperty });

type PropertyRefusal = TooMany | { readonly refused: 'key-taken'; readonly key: string };

/** The key is taken first; where a crash came before the property, the next who asks for the key makes it. */
export async function createProperty(
  ports: WritePorts & TeamReadPorts,
  { context, key, type, fallbackValue }: CreateContactProperty,
): Promise<Changed<ContactPropertyRefusal> | PropertyRefusal> {
  const { teamId } = context;
  const property = { teamId, key, type, fallbackValue };
  // Before anything is written: the decider would refuse it too.
  if (fallbackValue !== null && typeof fallbackValue !== type) return { refused: 'wrong-type' };
  const room = { category: 'contactproperty', teamId, most: mostProperties } as const;
  return withRoomOfTeam(ports, contactPropertiesProjection, room, () => makeProperty(ports, context, property));
}

async function makeProperty(
  ports: WritePorts,
  context: RequestContext,
  property: Extract<ContactPropertyCommand, { readonly type: 'CreateProperty' }>['property'],
): Promise<Changed<ContactPropertyRefusal> | PropertyRefusal> {
  const { teamId, key } = property;
  const keys = keyStream(ports, teamId, key);
  const loaded = await load(ports, contactPropertyKey, keys);
  const holder = loaded.state;
  const earlier = holder === null ? null : (await load(ports, contactProperty, propertyStream(holder))).state;
  if (earlier?.isDeleted === false) return { refused: 'key-taken', key };
  const isUnmade = holder !== null && earlier === null;
  const propertyId = isUnmade ? holder : ports.ids.next();
  const taking = { type: 'TakeKey', propertyId, insteadOf: holder ?? undefined } as const;
  const taken = await handle(ports, contactPropertyKey, keys, taking, { context, region: null }, { loaded });
  if ('refused' in taken) return taken.refused === 'taken' ? { refused: 'key-taken', key } : unavailable;
  const made = await changeOne(
    ports,
    contactProperty,
    propertyStream(propertyId),
    { type: 'CreateProperty', property },
    context,
  );
  return 'refused' in made && made.refused === 'exists' ? { refused: 'key-taken', key } : made;
}

/** PATCH /contact-properties/{id}: what is left out stays. */
export interface ChangeContactProperty {
  readonly context: RequestContext;
  readonly propertyId: string;
  readonly fallbackValue: FallbackValue | undefined;
}
export const ChangeContactProperty = command({
  name: 'ChangeContactProperty',
  need: 'member',
  run: (ports: WritePorts, { context, propertyId, fallbackValue }: ChangeContactProperty) =>
    changeOne(
      ports,
      contactProperty,
      propertyStream(propertyId),
      { type: 'ChangeProperty', teamId: context.teamId, fallbackValue },
      context,
    ),
});

/** Contacts show their values no more; its key is free again. */
export async function deleteProperty(
  ports: WritePorts,
  context: RequestContext,
  propertyId: string,
): Promise<Changed<ContactPropertyRefusal>> {
  const { teamId } = context;
  const stream = propertyStream(propertyId);
  const deleted = await changeOne(ports, contactProperty, stream, { type: 'DeleteProperty', teamId }, context);
  if ('refused' in deleted) return deleted;
  const { state } = await load(ports, contactProperty, stream);
  if (state === null) return deleted;
  const freeing = { type: 'FreeKey', propertyId } as const;
  // What is not freed now is taken from a property that is deleted.
  await handle(ports, contactPropertyKey, keyStream(ports, teamId, state.key), freeing, { context, region: null });
  return deleted;
}

/** GET /contact-properties, newest first. */
export interface ListContactProperties {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListContactProperties = query({
  name: 'ListContactProperties',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page }: ListContactProperties) =>
    teamList(ports, contactPropertiesProjection, { teamId, page }),
});

/** GET /contact-properties/{id}. Undefined when the team has no such property. */
export interface GetContactProperty {
  readonly teamId: string;
  readonly propertyId: string;
}
export const GetContactProperty = query({ name: 'GetContactProperty', need: 'read-only', run: getProperty });

/** From its own stream, so that every write that was answered shows. */
export async function getProperty(
  ports: LogPorts,
  { teamId, propertyId }: GetContactProperty,
): Promise<ContactPropertyDocument | undefined> {
  const { events } = await load(ports, contactProperty, propertyStream(propertyId));
  const found = foldStream(contactPropertiesProjection, events);
  return found?.teamId === teamId ? found : undefined;
}

/** What stands where a contact has no value, by key of the property. */
export async function propertyFallbacks(
  ports: TeamReadPorts,
  teamId: string,
): Promise<ReadonlyMap<string, string | number>> {
  const properties = await teamProperties(ports, teamId);
  return new Map(
    properties.flatMap(({ key, fallbackValue }) => (fallbackValue === null ? [] : [[key, fallbackValue] as const])),
  );
}

export const teamProperties = (ports: TeamReadPorts, teamId: string): Promise<readonly ContactPropertyDocument[]> =>
  allOfTeam(ports, contactPropertiesProjection, teamId);
