import { EntityWalker } from '../entity-walker.js';
import { createTransferDecoder, type TransferDecoder } from '../transfer-decoder.js';

/** A report is one of the first parts. */
const mostFiles = 8;
const mostRootHeaderBytes = 256 * 1024;
/** Text for people. */
const texts: ReadonlySet<string> = new Set(['text/plain', 'text/html']);

interface OpenFile {
  readonly decoder: TransferDecoder;
  readonly pieces: Buffer[];
}

/** What a message has beside its text, decoded; the message itself may be the file. */
export function attachedFiles(message: Buffer): readonly Buffer[] {
  const files: Buffer[] = [];
  let open: OpenFile | undefined;
  const walker = new EntityWalker(
    {
      begin({ kind, content }) {
        const isFile = kind === 'content' && (!texts.has(content.type) || content.detail.filename !== null);
        open = isFile ? { decoder: createTransferDecoder(content.encoding), pieces: [] } : undefined;
      },
      content: (bytes) => open?.pieces.push(Buffer.from(open.decoder.decode(bytes))),
      between: () => undefined,
      end() {
        if (open !== undefined && files.length < mostFiles)
          files.push(Buffer.concat([...open.pieces, open.decoder.end()]));
        open = undefined;
      },
    },
    { intoMessages: false, maxRootHeaderBytes: mostRootHeaderBytes },
  );
  walker.write(message);
  walker.end();
  return files;
}
