import { createHash, type Hash } from 'node:crypto';
import { isAscii } from 'node:buffer';
import type {
  HeaderField,
  PartScanner,
  ScannedAttachment,
  ScannedParts,
} from '../../application/ports/message-reader.js';
import type { AttachmentDetail, TextPlace } from '../../domain/shared/accepted-email.js';
import type { ContentFields } from './content-fields.js';
import { type Entity, EntityWalker } from './entity-walker.js';
import { createTransferDecoder, type TransferDecoder } from './transfer-decoder.js';

/** Parts that are listed; whatever is beyond is sent like the rest, and not shown. */
const maxParts = 1_000;
/** Names and types of attachments together: they are written to the log. */
const maxDetailCharacters = 64 * 1024;
/** RFC 1847, RFC 3156 and RFC 8551. */
const sealedTypes = /^(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)$/;

/** The part whose content comes now. */
interface OpenPart {
  readonly content: ContentFields;
  readonly start: number;
  /** None where the decoded content is not needed. */
  readonly decoder: TransferDecoder | undefined;
  decodedBytes: number;
}

/** See the port. */
export class MessagePartScanner implements PartScanner {
  readonly #text: TextPlace[] = [];
  readonly #html: TextPlace[] = [];
  readonly #attachments: ScannedAttachment[] = [];
  readonly #hash: Hash | undefined;
  readonly #walker: EntityWalker;
  #parts = 0;
  #detailCharacters = 0;
  #eightBit = false;
  #isSealed = false;
  #part: OpenPart | undefined;

  constructor(
    fields: readonly HeaderField[],
    { bodyStart, digest }: { readonly bodyStart: number; readonly digest: boolean },
  ) {
    this.#hash = digest ? createHash('sha256') : undefined;
    this.#walker = new EntityWalker(
      {
        begin: (entity) => this.#begin(entity),
        content: (bytes) => {
          if (this.#part?.decoder !== undefined) this.#take(this.#part, this.#part.decoder.decode(bytes));
        },
        between: () => undefined,
        end: (position) => this.#end(position),
      },
      { root: { fields, bodyStart }, intoMessages: false },
    );
  }

  write(chunk: Buffer): void {
    this.#eightBit ||= !isAscii(chunk);
    this.#walker.write(chunk);
  }

  end(): ScannedParts {
    this.#walker.end();
    const digest = this.#hash?.digest('hex') ?? null;
    return {
      text: this.#text,
      html: this.#html,
      attachments: this.#attachments,
      eightBit: this.#eightBit,
      isSealed: this.#isSealed,
      digest,
    };
  }

  #begin({ kind, content, depth, start }: Entity): void {
    this.#hash?.update(`\n${depth} ${content.type} ${content.charset} ${content.detail.filename ?? ''}\n`);
    this.#isSealed ||= sealedTypes.test(content.type);
    if (kind !== 'content') return;
    this.#parts += 1;
    const isDecoded = this.#hash !== undefined || (!content.isInlineText && this.#isListed(content));
    const decoder = isDecoded ? createTransferDecoder(content.encoding) : undefined;
    this.#part = { content, start, decoder, decodedBytes: 0 };
  }

  #end(position: number): void {
    if (this.#part === undefined) return;
    const { content, start, decoder } = this.#part;
    if (decoder !== undefined) this.#take(this.#part, decoder.end());
    const place = { start, end: position, encoding: content.encoding };
    if (content.isInlineText) {
      const list = content.type === 'text/html' ? this.#html : this.#text;
      if (this.#parts <= maxParts) list.push({ ...place, charset: content.charset });
    } else if (this.#isListed(content)) {
      this.#detailCharacters += charactersOf(content.detail);
      const { detail, disposition } = content;
      this.#attachments.push({ detail, disposition, place, contentBytes: this.#part.decodedBytes });
    }
    this.#part = undefined;
  }

  #isListed({ detail }: ContentFields): boolean {
    return this.#parts <= maxParts && this.#detailCharacters + charactersOf(detail) <= maxDetailCharacters;
  }

  #take(part: OpenPart, decoded: Buffer): void {
    part.decodedBytes += decoded.length;
    this.#hash?.update(decoded);
  }
}

function charactersOf({ filename, contentType, contentId }: AttachmentDetail): number {
  return (filename ?? '').length + contentType.length + (contentId ?? '').length;
}
