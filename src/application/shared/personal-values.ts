import type { EventIn, Streams } from '../../domain/shared/event.js';
import { hasOwnKey, kidsOfStream } from '../../domain/shared/personal-schema.js';
import { type Kid, kidOf, plain, type PlainValue } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { KeyStore } from '../ports/vault.js';
import { addressHash } from './address-hash.js';
import type { Loaded, LogPorts } from './handle.js';

export type KeyPorts = Pick<LogPorts, 'ids' | 'clock'> & { readonly keys: Pick<KeyStore, 'createRow'> };

/** As many as are asked for, where the number is written out. */
type Kids<Count> = Count extends 1 ? readonly [Kid] : Count extends 2 ? readonly [Kid, Kid] : readonly Kid[];

/** New keys, on disk before anything is sealed with them. */
export async function createKeys<Count extends number>(
  { ids, clock, keys }: KeyPorts,
  anchor: StreamName,
  count: Count,
): Promise<{ readonly kids: Kids<Count>; readonly newKeys: KeyRing }> {
  const made = Array.from({ length: count }, () => ids.dataKey());
  const row = count === 0 ? '' : ids.next();
  if (count > 0) await keys.createRow({ row, anchor, createdAt: new Date(clock.now()).toISOString(), keys: made });
  const ring = made.map((key, index) => [kidOf(row, index), { state: 'present', key }] as const);
  // As many as were made.
  return { kids: ring.map(([kid]) => kid) as unknown as Kids<Count>, newKeys: new Map(ring) };
}

/** What the members of an event's data are in plain that are personal. */
export type PlainMembers<Data> = {
  readonly [Name in keyof Data as NonNullable<Data[Name]> extends { readonly kid: Kid } ? Name : never]?: Extract<
    NonNullable<Data[Name]>,
    PlainValue<unknown>
  >['value'];
};

type DataIn<Of extends Streams, Type extends string> = Extract<EventIn<Of>, { readonly type: Type }>['data'];

/**
 * Plain values as members of an event of `streams`, to be handed to `handle` with `newKeys`: under the key that the
 * stream has, or a new one where it has none or an erasure destroyed it; under a key of its own where the definition
 * says `ownKey`. `loaded`: the stream, read with personal values ({@link unwritten} where it is new).
 */
export async function personalValues<
  Of extends Streams,
  Type extends EventIn<Of>['type'],
  Values extends PlainMembers<DataIn<Of, Type>>,
>(
  ports: KeyPorts,
  { events }: Of,
  type: Type,
  loaded: Pick<Loaded<unknown>, 'stream' | 'events' | 'keyRing'>,
  values: Values,
): Promise<{
  readonly values: { readonly [Name in keyof Values]: PlainValue<Values[Name]> };
  readonly newKeys: KeyRing;
}> {
  const schemas = new Map(events.map((each) => [each.type, each.data]));
  const schema = schemas.get(type);
  if (schema === undefined) throw new TypeError(`${type} is no event of these streams`);
  const ofStream = loaded.events
    .flatMap(({ event }) => {
      const known = schemas.get(event.type);
      return known === undefined ? [] : kidsOfStream(known, event.data);
    })
    .findLast((kid) => loaded.keyRing.get(kid)?.state === 'present');
  const names = Object.keys(values);
  const own = names.filter((name) => hasOwnKey(schema, name));
  const needsShared = own.length < names.length && ofStream === undefined;
  const { kids, newKeys } = await createKeys(ports, loaded.stream, own.length + (needsShared ? 1 : 0));
  const shared = ofStream ?? kids.at(-1);
  const members = names.map((name) => {
    const kid = own.includes(name) ? kids[own.indexOf(name)] : shared;
    if (kid === undefined) throw new TypeError(`${name} of ${type} has no key`);
    return [name, plain(kid, values[name as keyof Values])] as const;
  });
  // Its members are those of `values`, one by one.
  return { values: Object.fromEntries(members) as never, newKeys };
}

/** All personal values of the stream become unreadable: for one whose resource is deleted. Repeatable. */
export async function destroyKeysOf(
  {
    store,
    codec,
    clock,
    keys,
  }: Pick<LogPorts, 'store' | 'codec' | 'clock'> & { readonly keys: Pick<KeyStore, 'destroy'> },
  stream: StreamName,
): Promise<void> {
  const kids = codec.kids(await store.readStream(stream));
  if (kids.length > 0) await keys.destroy(kids, new Date(clock.now()).toISOString());
}

const addressPattern = /[^\s<>()[\]"',;:@]+@[^\s<>()[\]"',;:@]*[\p{L}\p{N}]/gu;

/** Keyed hashes of the addresses that a text names, for the list of `personHash` beside it. */
export function personHashesIn(hash: KeyedHash, text: string): readonly string[] {
  return [...new Set([...text.matchAll(addressPattern)].map(([address]) => addressHash(hash, address)))];
}
