import type { ImportCreated } from '../../domain/import/events.js';
import { openMessage } from '../shared/sealed-message.js';
import { readRows } from './csv-rows.js';
import type { FilePorts } from './import-file.js';

/** The header of a file that was read before. */
export async function headerOf(
  ports: FilePorts,
  { file, fileKid, encoding, separator, rowsAt }: ImportCreated['data'],
  key: Buffer,
): Promise<readonly string[]> {
  const { blobId, plainBytes } = file;
  const decoder = new TextDecoder(encoding);
  let text = '';
  const range = { start: 0, end: rowsAt.byte };
  for await (const piece of openMessage(ports, { blobId, kid: fileKid, plainBytes }, key, range)) {
    text += decoder.decode(piece, { stream: true });
  }
  return readRows(text, { separator, line: 1, isLast: true, maxRows: 1 }).rows[0]?.cells ?? [];
}
