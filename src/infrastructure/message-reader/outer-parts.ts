import type { HeaderField } from '../../application/ports/message-reader.js';
import { EntityWalker } from './entity-walker.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';

/** The parts of a message that stand around the email that it gives back. */
export interface OuterParts {
  readonly fields: readonly HeaderField[];
  /** The first delivery-status part (RFC 3464, RFC 6533), decoded; no more than {@link mostBytes} of it. */
  readonly status: Buffer | undefined;
  /** The first text, in plain before html, decoded. */
  readonly text: Buffer | undefined;
}

const mostBytes = 256 * 1024;
const statusTypes: ReadonlySet<string> = new Set(['message/delivery-status', 'message/global-delivery-status']);

interface OpenPart {
  readonly place: 'status' | 'plain' | 'html';
  readonly decoder: TransferDecoder;
  readonly pieces: Buffer[];
  bytes: number;
}

/** Walks a whole message once; whatever it is, in memory of a fixed size beside it. */
export function outerParts(message: Buffer): OuterParts {
  const found: Partial<Record<OpenPart['place'], Buffer>> = {};
  let fields: readonly HeaderField[] = [];
  let isRoot = true;
  let open: OpenPart | undefined;
  const keep = (bytes: Buffer): void => {
    if (open === undefined || open.bytes >= mostBytes) return;
    open.pieces.push(bytes.subarray(0, mostBytes - open.bytes));
    open.bytes += bytes.length;
  };
  const walker = new EntityWalker(
    {
      begin(entity) {
        if (isRoot) fields = entity.fields;
        isRoot = false;
        const place = entity.kind === 'content' ? placeOf(entity.content.type) : undefined;
        if (place === undefined || found[place] !== undefined) return;
        open = { place, decoder: createTransferDecoder(entity.content.encoding), pieces: [], bytes: 0 };
      },
      content(bytes) {
        if (open !== undefined && open.bytes < mostBytes) keep(Buffer.from(open.decoder.decode(bytes)));
      },
      between: () => undefined,
      end() {
        if (open === undefined) return;
        keep(open.decoder.end());
        found[open.place] = Buffer.concat(open.pieces);
        open = undefined;
      },
    },
    { intoMessages: false },
  );
  walker.write(message);
  walker.end();
  return { fields, status: found.status, text: found.plain ?? withoutTags(found.html) };
}

function placeOf(type: string): OpenPart['place'] | undefined {
  if (statusTypes.has(type)) return 'status';
  if (type === 'text/plain') return 'plain';
  return type === 'text/html' ? 'html' : undefined;
}

/** Enough to find a sentence and an address in the html of a program. */
function withoutTags(html: Buffer | undefined): Buffer | undefined {
  if (html === undefined) return undefined;
  const text = html
    .toString('utf8')
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>@]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&');
  return Buffer.from(text);
}
