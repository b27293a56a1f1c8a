import { type KeyRing, UnreadableEvent } from '../../application/ports/event-codec.js';
import { canonicalJson, stringText } from '../../domain/shared/json.js';
import type { Kid, PlainValue, SealedValue } from '../../domain/shared/personal.js';
import { openValue, sealValue } from './sealing.js';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes data as canonical JSON with every plain personal value sealed; the same object twice gives the same
 * ciphertext. A destroyed key makes it an erased one: what the outside did is recorded even after an erasure. The
 * function that comes back throws where a key is missing.
 */
export function personalSealer(keys: KeyRing): (data: unknown, where: string) => string {
  const sealed = new Map<object, string>();
  const seal = ({ kid, value }: PlainValue<unknown>, where: string): string => {
    const key = keys.get(kid);
    if (key === undefined || key.state === 'missing') throw new UnreadableEvent(`${where}: no key ${kid} to seal with`);
    if (key.state === 'destroyed') return canonicalJson({ kid, erased: true });
    return sealedText(sealValue(kid, key.key, value));
  };
  return (data, where) =>
    canonicalJson(data, (object) => {
      if (!isPlain(object)) return undefined;
      const text = sealed.get(object) ?? seal(object, where);
      sealed.set(object, text);
      return text;
    });
}

/** Its canonical text: base64url needs no escape. */
const sealedText = ({ ct, iv, kid, tag }: SealedValue): string =>
  `{"ct":"${ct}","iv":"${iv}","kid":${stringText(kid)},"tag":"${tag}"}`;

/** Opens every sealed value, or marks it erased. Throws where its key is missing or does not fit. */
export function unseal(data: unknown, keys: KeyRing, where: string): unknown {
  return mapSealed(data, (sealed) => {
    const { kid } = sealed;
    const key = keys.get(kid);
    if (key?.state === 'destroyed') return { kid, erased: true };
    if (key?.state !== 'present') throw new UnreadableEvent(`${where}: the key ${kid} is missing`);
    try {
      return { kid, value: openValue(sealed, key.key) };
    } catch {
      // Without the cause: it might quote what it could not parse.
      throw new UnreadableEvent(`${where}: a value does not open with the key ${kid}`);
    }
  });
}

/** The keys that {@link unseal} would ask for. */
export function kidsIn(data: unknown): Set<Kid> {
  const kids = new Set<Kid>();
  mapSealed(data, (sealed) => {
    kids.add(sealed.kid);
    return sealed;
  });
  return kids;
}

/**
 * A copy with each sealed value replaced, sharing what has not changed. Loops: every event that is read takes this
 * path.
 */
function mapSealed(value: unknown, replace: (sealed: SealedValue) => object): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (let index = 0; index < value.length; index += 1) {
      const item = mapSealed(value[index], replace);
      if (item !== value[index]) (items ??= [...value])[index] = item;
    }
    return items ?? value;
  }
  // Neither null nor an array: of JSON only objects are left.
  const object = value as JsonObject;
  if (isSealed(object)) return replace(object);
  let copy: Record<string, unknown> | undefined;
  for (const name in object) {
    const member = mapSealed(object[name], replace);
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
