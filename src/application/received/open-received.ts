import { streamName } from '../../domain/shared/stream-name.js';
import { foldReceived, type ReceivedDocument } from '../../projections/received/received.projection.js';
import type { ReadEmailPorts, StoredEmail } from '../email/read-email.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { HeaderField } from '../ports/message-reader.js';
import type { Ports } from '../shared/ports.js';
import { openMessage } from '../shared/sealed-message.js';
import { fieldsIn } from './read-header.js';

export interface OpenedReceived {
  readonly document: ReceivedDocument;
  readonly keyRing: KeyRing;
}

/** Folds the stream itself. Undefined when nothing was received under this id. */
export async function openReceived(ports: ReadEmailPorts, receivedId: string): Promise<OpenedReceived | undefined> {
  const stored = await ports.store.readStream(streamName('received', receivedId));
  const keyRing = await ports.keys.getMany(ports.codec.kids(stored));
  const document = foldReceived(ports.codec.decode(stored, keyRing));
  return document === undefined ? undefined : { document, keyRing };
}

/** As {@link openReceived}; another team's is not found. */
export async function openTeamReceived(
  ports: ReadEmailPorts,
  teamId: string,
  receivedId: string,
): Promise<OpenedReceived | undefined> {
  const found = await openReceived(ports, receivedId);
  return found?.document.teamId === teamId ? found : undefined;
}

/** Where its content lies, as that of an email that was sent as a raw message. */
export function storedEmail({ document, keyRing }: OpenedReceived): StoredEmail {
  const { teamId, body, raw } = document;
  const attachments = document.attachments.map(({ contentBytes, disposition: _, ...attachment }) => {
    return { ...attachment, size: contentBytes, content: body };
  });
  return { document: { teamId, body, raw, attachments }, keyRing };
}

type MessagePorts = Pick<Ports, 'blobs' | 'sealer'>;

/** The whole message as it came, below our trace fields; undefined once it was erased. */
export function openRaw(ports: MessagePorts, { document, keyRing }: OpenedReceived, endBytes?: number) {
  const { body, raw } = document;
  const key = keyRing.get(body.kid);
  if (key?.state !== 'present') return undefined;
  const range = { start: 0, end: endBytes ?? raw.sizeBytes };
  return openMessage(ports, { ...body, plainBytes: raw.sizeBytes }, key.key, range);
}

/** Its header fields in their order; none once it was erased. */
export async function readFields(
  ports: MessagePorts & Pick<Ports, 'reader'>,
  found: OpenedReceived,
): Promise<readonly HeaderField[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of openRaw(ports, found, found.document.raw.headerBytes) ?? []) chunks.push(chunk);
  return fieldsIn(ports.reader, Buffer.concat(chunks));
}
