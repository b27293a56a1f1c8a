import { createHash, type Hash } from 'node:crypto';
import { isAscii } from 'node:buffer';
import type { HeaderField, PartScanner, ScannedAttachment } from '../../application/ports/message-reader.js';
import type { AttachmentDetail, TextPlace } from '../../domain/shared/accepted-email.js';
import type { ContentFields } from './content-fields.js';
import { createEntityWalker } from './entity-walker.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';

/** Parts that are listed; whatever is beyond is sent like the rest, and not shown. */
const maxParts = 1_000;
/** Names and types of attachments together: they are written to the log. */
const maxDetailCharacters = 64 * 1024;

/** The part whose content comes now. */
interface OpenPart {
  readonly content: ContentFields;
  readonly start: number;
  /** None where nobody needs what it decodes. */
  readonly decoder: TransferDecoder | undefined;
  decodedBytes: number;
}

export function createPartScanner(
  fields: readonly HeaderField[],
  { bodyStart, digest }: { readonly bodyStart: number; readonly digest: boolean },
): PartScanner {
  const text: TextPlace[] = [];
  const html: TextPlace[] = [];
  const attachments: ScannedAttachment[] = [];
  const hash: Hash | undefined = digest ? createHash('sha256') : undefined;
  let parts = 0;
  let detailCharacters = 0;
  let eightBit = false;
  let part: OpenPart | undefined;

  function isListed({ detail }: ContentFields): boolean {
    return parts <= maxParts && detailCharacters + charactersOf(detail) <= maxDetailCharacters;
  }

  function take(open: OpenPart, decoded: Buffer): void {
    open.decodedBytes += decoded.length;
    hash?.update(decoded);
  }

  const walker = createEntityWalker(
    {
      begin({ kind, content, depth, start }) {
        hash?.update(`\n${depth} ${content.type} ${content.charset} ${content.detail.filename ?? ''}\n`);
        if (kind !== 'content') return;
        parts += 1;
        const isDecoded = hash !== undefined || (!content.isInlineText && isListed(content));
        const decoder = isDecoded ? createTransferDecoder(content.encoding) : undefined;
        part = { content, start, decoder, decodedBytes: 0 };
      },
      content(bytes) {
        if (part?.decoder !== undefined) take(part, part.decoder.decode(bytes));
      },
      between: () => undefined,
      end(position) {
        if (part === undefined) return;
        const { content, start, decoder } = part;
        if (decoder !== undefined) take(part, decoder.end());
        const where = { start, end: position, encoding: content.encoding };
        if (content.isInlineText) {
          if (parts <= maxParts)
            (content.type === 'text/html' ? html : text).push({ ...where, charset: content.charset });
        } else if (isListed(content)) {
          detailCharacters += charactersOf(content.detail);
          attachments.push({ detail: content.detail, place: where, contentBytes: part.decodedBytes });
        }
        part = undefined;
      },
    },
    { root: { fields, bodyStart }, intoMessages: false },
  );

  return {
    write(chunk) {
      eightBit ||= !isAscii(chunk);
      walker.write(chunk);
    },
    end() {
      walker.end();
      return { text, html, attachments, eightBit, digest: hash?.digest('hex') ?? null };
    },
  };
}

function charactersOf({ filename, contentType, contentId }: AttachmentDetail): number {
  return (filename ?? '').length + contentType.length + (contentId ?? '').length;
}
