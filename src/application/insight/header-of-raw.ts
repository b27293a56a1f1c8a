import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { Ports } from '../shared/ports.js';
import { openMessage } from '../shared/sealed-message.js';

/** More of a header is not read. Octets. */
const mostHeaderBytes = 256 * 1024;
const end = Buffer.from('\r\n\r\n');

/** The header fields of a message that came as RFC 5322 text, as people read them; none where they cannot be read. */
export async function headerOfRaw(
  ports: Pick<Ports, 'blobs' | 'sealer' | 'reader'>,
  body: Pick<BodyReference, 'blobId' | 'kid'> & { readonly plainBytes: number },
  key: Buffer,
): Promise<readonly (readonly [name: string, value: string])[]> {
  const range = { start: 0, end: Math.min(body.plainBytes, mostHeaderBytes) };
  const chunks: Buffer[] = [];
  for await (const chunk of openMessage(ports, body, key, range)) chunks.push(chunk);
  const beginning = Buffer.concat(chunks);
  const at = beginning.indexOf(end);
  const fields = ports.reader.fields(at === -1 ? beginning : beginning.subarray(0, at + 2));
  return (fields ?? []).map((field) => [field.name, ports.reader.text(field)] as const);
}
