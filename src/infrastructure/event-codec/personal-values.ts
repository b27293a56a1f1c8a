import { type KeyRing, UnreadableEvent } from '../../application/ports/event-codec.js';
import type { Kid, PlainValue, SealedValue } from '../../domain/shared/personal.js';
import { openValue, sealValue } from './sealing.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Seals every plain personal value; the same object twice gives the same ciphertext. A destroyed key makes it an erased
 * one: what the outside did is recorded even after an erasure. The function that comes back throws where a key is missing.
 */
export function personalSealer(keys: KeyRing): (data: unknown, where: string) => unknown {
  const sealed = new Map<object, object>();
  const seal = ({ kid, value }: PlainValue<unknown>, where: string): object => {
    const key = keys.get(kid);
    if (key === undefined || key.state === 'missing') throw new UnreadableEvent(`${where}: no key ${kid} to seal with`);
    return key.state === 'destroyed' ? { kid, erased: true } : sealValue(kid, key.key, value);
  };
  return (data, where) =>
    mapObjects(data, (object) => {
      if (!isPlain(object)) return undefined;
      const replacement = sealed.get(object) ?? seal(object, where);
      sealed.set(object, replacement);
      return replacement;
    });
}

/** Opens every sealed value, or marks it erased. Throws where its key is missing or does not fit. */
export function unseal(data: unknown, keys: KeyRing, where: string): unknown {
  return mapObjects(data, (object) => {
    if (!isSealed(object)) return undefined;
    const { kid } = object;
    const key = keys.get(kid);
    if (key?.state === 'destroyed') return { kid, erased: true };
    if (key?.state !== 'present') throw new UnreadableEvent(`${where}: the key ${kid} is missing`);
    try {
      return { kid, value: openValue(object, key.key) };
    } catch {
      // Without the cause: it might quote what it could not parse.
      throw new UnreadableEvent(`${where}: a value does not open with the key ${kid}`);
    }
  });
}

/** The keys that {@link unseal} would ask for. */
export function kidsIn(data: unknown): Set<Kid> {
  const kids = new Set<Kid>();
  mapObjects(data, (object) => {
    if (isSealed(object)) kids.add(object.kid);
    return undefined;
  });
  return kids;
}

/** A copy with some objects replaced, sharing what has not changed. What `replace` answers is not looked into. */
function mapObjects(value: unknown, replace: (object: JsonObject) => object | undefined): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapObjects(item, replace));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  // Neither null nor an array: of JSON only objects are left.
  const object = value as JsonObject;
  const replacement = replace(object);
  if (replacement !== undefined) return replacement;
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const member = mapObjects(object[name], replace);
    if (member !== object[name]) (copy ??= { ...object })[name] = member;
  }
  return copy ?? object;
}

function isPlain(object: JsonObject): object is JsonObject & PlainValue<unknown> {
  return 'value' in object && 'kid' in object && Object.keys(object).length === 2;
}

function isSealed(object: JsonObject): object is JsonObject & SealedValue {
  return 'ct' in object && 'kid' in object && 'iv' in object && 'tag' in object && Object.keys(object).length === 4;
}
