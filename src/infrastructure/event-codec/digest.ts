import { UnreadableEvent } from '../../application/ports/event-codec.js';
import type { NewStoredEvent, StoredEvent } from '../../application/ports/event-store.js';
import type { ChainLink } from '../../application/verify/succession.js';
import { canonicalJson, parsedJson, stringText } from '../../domain/shared/json.js';
import type { EventMetadata } from '../../domain/shared/recorded.js';
import { storedMetadata } from './metadata.js';
import { digestOf } from './sealing.js';
import { isObject } from '../../domain/shared/members.js';

/** What the codec adds to an event's metadata before its own digest is known. */
interface Chained {
  readonly v: number;
  readonly predecessor: string | null;
}

/** The canonical text of stored metadata, before and behind the member of its own digest. */
type MetadataTexts = readonly [before: string, behind: string];

type Identified = Pick<StoredEvent, 'stream' | 'id' | 'type'>;

const emptyDigest = '"digest":"",';

/** Events that open several streams for one reason have the same metadata: it is written once. */
export function metadataWriter(): (metadata: EventMetadata, chained: Chained) => MetadataTexts {
  let last: (Chained & { readonly metadata: EventMetadata; readonly texts: MetadataTexts }) | undefined;
  return (metadata, { v, predecessor }) => {
    if (last?.metadata === metadata && last.v === v && last.predecessor === predecessor) return last.texts;
    // Members follow it in every event's metadata; in no text value stands a quote without a backslash.
    const text = canonicalJson({ ...metadata, v, predecessor, digest: '' });
    const place = text.indexOf(emptyDigest);
    const texts = [text.slice(0, place), text.slice(place + emptyDigest.length)] as const;
    last = { metadata, v, predecessor, texts };
    return texts;
  };
}

/** The texts to store for an event whose data is already canonical: nothing is turned into text twice. */
export function withDigest(
  { stream, id, type }: Identified,
  data: string,
  [before, behind]: MetadataTexts,
): { readonly stored: NewStoredEvent; readonly digest: string } {
  const digest = digestOfTexts({ stream, id, type }, before + behind, data);
  return { stored: { id, type, data, metadata: `${before}"digest":"${digest}",${behind}` }, digest };
}

/** Throws `unreadable-event` where a text is not canonical JSON, or the metadata not as we write it. */
export function chainLink(stored: StoredEvent): ChainLink {
  const members = parseCanonical(stored.metadata, stored, 'metadata');
  const metadata = storedMetadata.safeParse(members);
  if (!metadata.success) throw unreadable(stored, 'the metadata fit no schema');
  const { digest, predecessor } = metadata.data;
  return { digest, predecessor, computed: digestWithout(members, stored) };
}

/** SHA-256 (hex) over the canonical JSON of stream, id, type, metadata without the digest, and data. */
export function computeDigest(stored: StoredEvent): string {
  return digestWithout(parseCanonical(stored.metadata, stored, 'metadata'), stored);
}

function digestWithout(metadata: object, stored: StoredEvent): string {
  parseCanonical(stored.data, stored, 'data');
  return digestOfTexts(stored, canonicalJson({ ...metadata, digest: undefined }), stored.data);
}

/** An error that names the event and, after a colon, what is wrong. It must never quote content. */
export function unreadable({ stream, revision, type }: StoredEvent, problem: string): UnreadableEvent {
  return new UnreadableEvent(`${stream} revision ${revision} (${type}): ${problem}`);
}

/** Longer data is hashed apart from the rest: joined with it, there would be a copy of it. */
const longData = 16 * 1024;

function digestOfTexts({ stream, id, type }: Identified, metadata: string, data: string): string {
  const before = `[${stringText(stream)},${stringText(id)},${stringText(type)},${metadata},`;
  return data.length > longData ? digestOf(before, data, ']') : digestOf(`${before}${data}]`);
}

/** A text that means the same and is written differently was not written by us. */
function parseCanonical(text: string, stored: StoredEvent, part: 'data' | 'metadata'): object {
  const value = parseObject(text);
  if (value === undefined || canonicalJson(value) !== text)
    throw unreadable(stored, `the ${part} are not canonical JSON`);
  return value;
}

/** Undefined where the text is no JSON object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  // Neither null nor an array: of JSON only objects are left.
  return isObject(value) && !Array.isArray(value) ? value : undefined;
}
