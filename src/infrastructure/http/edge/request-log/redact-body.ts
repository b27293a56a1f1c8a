import { maskAddresses } from '../../../addresses/mask-addresses.js';

/** `mail`: a request to send, of which nothing that was to be sent is kept. `plain`: everything else. */
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
/** What opens something by itself, and what is too large to be read in a log. */
const secretFields = new Set([
  'token',
  'content',
  'url',
  'download_url',
  'signing_secret',
  'secret',
  'password',
  'endpoint',
  'payload',
  'response',
]);
const mailboxFields = new Set(['from', 'to', 'cc', 'bcc', 'reply_to', 'replyto']);
/** The only texts of a mail that say nothing about anybody. */
const spokenFields = new Set(['scheduled_at', 'content_type', 'expires_in']);

interface Walk {
  readonly kind: BodyKind;
  left: number;
}

/**
 * A JSON body as the request log may keep it: no secret, no address, of a mail no word, at most 64 KiB. What lies behind
 * the cut is left out.
 */
export function redactBody(value: unknown, kind: BodyKind): RedactedBody {
  if (typeof value !== 'object' || value === null) return { body: null, bytes: 0 };
  const walk: Walk = { kind, left: maxBytes };
  const body = Array.isArray(value) ? { items: listOf(walk, '', value) } : objectOf(walk, value);
  return { body, bytes: maxBytes - walk.left };
}

function valueOf(walk: Walk, field: string, value: unknown): unknown {
  if (secretFields.has(field)) return spend(walk, redacted);
  if (typeof value === 'string') return spend(walk, textOf(walk, field, value));
  if (typeof value !== 'object' || value === null) return spend(walk, value);
  return Array.isArray(value) ? listOf(walk, field, value) : objectOf(walk, value);
}

function listOf(walk: Walk, field: string, items: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  spend(walk, '');
  for (const item of items) {
    if (walk.left <= 0) break;
    kept.push(valueOf(walk, field, item));
  }
  return kept;
}

function objectOf(walk: Walk, object: object): Readonly<Record<string, unknown>> {
  const kept: [string, unknown][] = [];
  spend(walk, '');
  for (const [key, value] of Object.entries(object)) {
    if (walk.left <= 0) break;
    const name = spend(walk, maskAddresses(key.slice(0, maxKeyCharacters)));
    kept.push([name, valueOf(walk, key.toLowerCase(), value)]);
  }
  // Never by assignment: `__proto__` is a name like any other here.
  return Object.fromEntries(kept);
}

function textOf({ kind, left }: Walk, field: string, text: string): string {
  if (kind === 'mail' && mailboxFields.has(field)) return receiversOf(text);
  if (kind === 'mail' && !spokenFields.has(field)) return lengthOf(text);
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

/** The domains that mail was to go to: names and local parts are left out. */
function receiversOf(text: string): string {
  if (text.length > 10_000) return lengthOf(text);
  const masked = maskAddresses(text).match(/\[address\](?:@|＠|%40)[\p{L}\p{N}.-]*/giu);
  return masked === null ? lengthOf(text) : masked.join(', ');
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
