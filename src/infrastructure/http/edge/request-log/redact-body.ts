import { maskAddresses } from '../../../addresses/mask-addresses.js';
import type { JsonSchema } from '../field.js';
import { keepingOf, membersOf, itemsOf } from './logged-schema.js';

/**
 * How a text that is not kept is shown: of a `mail` by its length, which tells a sender what was missing; else as
 * `[redacted]`.
 */
export type BodyKind = 'mail' | 'plain';

export interface RedactedBody {
  /** What the log keeps; an array is shown as `{ items }`, and nothing where the body was no object or array. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Its size as JSON. */
  readonly bytes: number;
}

const maxBytes = 64 * 1024;
/** No local part is longer (RFC 5321 §4.5.3.1.1), quoted and encoded included: a cut must not part one from its `@`. */
const longestLocalPart = 320;
const maxKeyCharacters = 128;

const redacted = '[redacted]';

interface Walk {
  readonly kind: BodyKind;
  left: number;
}

/**
 * A JSON body as the request log may keep it, at most 64 KiB: only what the schemas of the operation let it keep. A
 * field that no schema names shows its name alone. What lies behind the cut is left out.
 */
export function redactBody(value: unknown, schemas: readonly JsonSchema[], kind: BodyKind): RedactedBody {
  if (typeof value !== 'object' || value === null) return { body: null, bytes: 0 };
  const walk: Walk = { kind, left: maxBytes };
  const body = Array.isArray(value) ? { items: listOf(walk, schemas, value) } : objectOf(walk, schemas, value);
  return { body, bytes: maxBytes - walk.left };
}

function valueOf(walk: Walk, schemas: readonly JsonSchema[], value: unknown): unknown {
  if (value === null) return spend(walk, null);
  const keeping = keepingOf(schemas, value);
  if (keeping === 'nothing') return spend(walk, redacted);
  if (typeof value === 'string') return spend(walk, textOf(walk, keeping, value));
  if (typeof value !== 'object') return spend(walk, keeping === 'value' ? value : redacted);
  return Array.isArray(value) ? listOf(walk, schemas, value) : objectOf(walk, schemas, value);
}

function listOf(walk: Walk, schemas: readonly JsonSchema[], items: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  const itemSchemas = itemsOf(schemas);
  spend(walk, '');
  for (const item of items) {
    if (walk.left <= 0) break;
    kept.push(valueOf(walk, itemSchemas, item));
  }
  return kept;
}

function objectOf(walk: Walk, schemas: readonly JsonSchema[], object: object): Readonly<Record<string, unknown>> {
  const kept: [string, unknown][] = [];
  spend(walk, '');
  for (const [key, value] of Object.entries(object)) {
    if (walk.left <= 0) break;
    const name = spend(walk, maskAddresses(key.slice(0, maxKeyCharacters)));
    kept.push([name, valueOf(walk, membersOf(schemas, key), value)]);
  }
  // Never by assignment: `__proto__` is a name like any other here.
  return Object.fromEntries(kept);
}

function textOf({ kind, left }: Walk, keeping: 'value' | 'domains' | 'shape', text: string): string {
  const withheld = kind === 'mail' ? lengthOf(text) : redacted;
  if (keeping === 'domains') return receiversOf(text) ?? withheld;
  if (keeping === 'shape') return withheld;
  const shown = maskAddresses(text.slice(0, Math.max(left, 0)));
  if (text.length <= left && jsonBytes(shown) <= left) return shown;
  return fitting(shown, left).slice(0, -longestLocalPart);
}

/** The beginning of a text that takes at most so many bytes. */
function fitting(text: string, bytes: number): string {
  let kept = text;
  for (let size = jsonBytes(kept); size > bytes && kept !== ''; size = jsonBytes(kept)) {
    kept = kept.slice(0, Math.floor((kept.length * bytes) / size));
  }
  return kept;
}

/** The domains that mail was to go to: names and local parts are left out. Undefined when no address is in it. */
function receiversOf(text: string): string | undefined {
  if (text.length > 10_000) return undefined;
  return maskAddresses(text)
    .match(/\[address\](?:@|＠|%40)[\p{L}\p{N}.-]*/giu)
    ?.join(', ');
}

function lengthOf(text: string): string {
  return `[${text.length} characters]`;
}

function spend<Value>(walk: Walk, value: Value): Value {
  walk.left -= jsonBytes(value) + 1;
  return value;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? 'null');
}
