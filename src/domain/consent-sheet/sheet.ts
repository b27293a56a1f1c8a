import { z } from 'zod';
import { canonicalJson } from '../shared/json.js';
import { streamNamed } from '../shared/event.js';

/** Where a fact stands in the log. */
const eventPlace = z.strictObject({
  id: z.string(),
  stream: streamNamed,
  revision: z.int(),
  /** SHA-256 (hex) of the event, as its chain and the seals have it. */
  digest: z.string(),
});

/** A seal of the log, and the leaf in it that covers the event: the stream's last event then, and its digest. */
const sealPlace = z.strictObject({
  number: z.int(),
  revision: z.int(),
  digest: z.string(),
  root: z.string(),
  signature: z.string(),
});
export type SealPlace = Readonly<z.output<typeof sealPlace>>;

/** What the person saw. Null in a member: this release no longer has it. */
const shownText = z.strictObject({
  version: z.string(),
  language: z.string().nullable(),
  title: z.string().nullable(),
  /** The team's own words. */
  text: z.string().nullable(),
  /** The questions and the choices below them. */
  words: z.array(z.string()).nullable(),
});
export type ShownText = Readonly<z.output<typeof shownText>>;

const fact = z.strictObject({
  at: z.string(),
  answer: z.enum(['yes', 'no']),
  /** All marketing of the team when it is null. */
  topic: z.strictObject({ id: z.string(), name: z.string().nullable(), description: z.string().nullable() }).nullable(),
  means: z.string(),
  by: z.strictObject({ kind: z.string(), id: z.string() }),
  email_id: z.string().nullable(),
  import_id: z.string().nullable(),
  form_id: z.string().nullable(),
  /** When the person said it, where an imported file says so. */
  said_at: z.string().optional(),
  shown: shownText.nullable(),
  /** Who asked, where the person did it alone; `erased`: it can no longer be read. */
  visitor: z.union([
    z.strictObject({ ip: z.string(), user_agent: z.string().nullable() }),
    z.literal('erased'),
    z.null(),
  ]),
  event: eventPlace,
  /** Null when no seal covers it yet: the next one does. */
  seal: sealPlace.nullable(),
});
export type SheetFact = Readonly<z.output<typeof fact>>;

const statement = z.strictObject({
  object: z.literal('consent_sheet'),
  version: z.literal(1),
  id: z.string(),
  issued_at: z.string(),
  team: z.strictObject({ id: z.string(), name: z.string() }),
  /** Whose it is. */
  address: z.string(),
  contact_ids: z.array(z.string()),
  facts: z.array(fact),
});
/** What a sheet says. */
export type SheetStatement = Readonly<z.output<typeof statement>>;

export const sheetSchema = statement.extend({
  /** Base64url of 32 random bytes, kept nowhere else. */
  secret: z.string(),
  /** HMAC-SHA-256 (hex) over {@link statedText} under the secret; the log has it too. */
  commitment: z.string(),
  /** Ed25519, base64url of its 32 bytes: the key of the log's seals. */
  public_key: z.string(),
  /** Ed25519 over {@link signedText}, base64url. */
  signature: z.string(),
});
/** Each yes and no of one person, as it is handed out. */
export type ConsentSheet = Readonly<z.output<typeof sheetSchema>>;

/** The one text of what the sheet says. */
export function statedText({
  secret: _,
  commitment: _c,
  public_key: _k,
  signature: _s,
  ...said
}: ConsentSheet): string {
  return canonicalJson(said);
}

/** What the signature is over: everything else. */
export function signedText({ signature: _, ...signed }: ConsentSheet): string {
  return canonicalJson(signed);
}
