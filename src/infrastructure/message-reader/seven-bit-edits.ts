import { isAscii } from 'node:buffer';
import { type Edit, replacement } from './edits.js';
import { addition, encodingEdit, encodingOf, hasField, isEncodingField, notEncoded } from './encoding-field.js';
import { type Entity, EntityWalker, type Header } from './entity-walker.js';
import { repairedFields } from './repair-fields.js';
import { createTransferEncoder } from './transfer-encoder.js';

/** They are held in memory. */
const maxEncodedParts = 10_000;

/**
 * Finds what has to change in a message that passes by, from its first octet, so that it has no octets above 127.
 *
 * RFC 6152 §3 and RFC 2045 §6.4: content is encoded; what is composed of parts cannot be, and is only declared 7bit
 * after them. Fields of parts become ASCII by their grammar. Nothing is done for text around parts, and for what is
 * signed (RFC 1847 §2.1).
 */
export class SevenBitScanner {
  readonly #open: { readonly entity: Entity; eightBit: boolean }[] = [];
  readonly #edits: Edit[] = [];
  readonly #walker: EntityWalker;
  #encodedParts = 0;
  #isStuck = false;

  constructor() {
    this.#walker = new EntityWalker(
      {
        begin: (entity) => {
          if (entity.header !== undefined && !isAscii(entity.header.bytes)) this.#repair(entity, entity.header);
          this.#open.push({ entity, eightBit: false });
        },
        content: (bytes) => {
          const innermost = this.#open.at(-1);
          if (innermost !== undefined) innermost.eightBit ||= !isAscii(bytes);
        },
        between: (bytes) => {
          this.#isStuck ||= !isAscii(bytes);
        },
        end: (position) => this.#end(position),
      },
      { intoMessages: true },
    );
  }

  write(chunk: Buffer): void {
    if (!this.#isStuck) this.#walker.write(chunk);
  }

  /** In their order; undefined where something must not change. */
  end(): readonly Edit[] | undefined {
    if (!this.#isStuck) this.#walker.end();
    return this.#isStuck || this.#walker.isFull ? undefined : this.#edits.sort((one, other) => one.start - other.start);
  }

  /** RFC 6409 §8, for the fields of a part. */
  #repair(entity: Entity, header: Header): void {
    const isSigned = this.#open.some(({ entity: { content } }) => content.type === 'multipart/signed');
    const edits = isSigned || !header.isSound ? undefined : repairEdits(entity, header);
    if (edits === undefined) this.#isStuck = true;
    else this.#edits.push(...edits);
  }

  #end(position: number): void {
    const ended = this.#open.pop();
    if (ended === undefined || !ended.eightBit || this.#isStuck) return;
    const around = this.#open.at(-1);
    if (around !== undefined) around.eightBit = true;
    this.#change(ended.entity, around?.entity, position);
  }

  #change(entity: Entity, around: Entity | undefined, position: number): void {
    const { header, kind, content, start } = entity;
    const encoding = encodingOf(entity);
    if (header?.isSound !== true || !mayChange(entity, around, encoding)) {
      this.#isStuck = true;
      return;
    }
    if (kind === 'content') {
      this.#encodedParts += 1;
      this.#isStuck ||= this.#encodedParts > maxEncodedParts;
      const chosen = content.type.startsWith('text/') ? 'quoted-printable' : 'base64';
      this.#edits.push(encodingEdit(entity, header, chosen));
      this.#edits.push({ start, end: position, encoder: () => createTransferEncoder(chosen) });
    } else if (encoding !== '' && encoding !== '7bit') {
      this.#edits.push(encodingEdit(entity, header, '7bit'));
    }
    const isMessage = around === undefined || around.kind === 'message';
    if (isMessage && !hasField(entity, 'mime-version')) this.#edits.push(addition(header, 'MIME-Version: 1.0'));
  }
}

/** Undefined where a field cannot be repaired, or is about to be replaced. */
function repairEdits({ fields }: Entity, header: Header): readonly Edit[] | undefined {
  const repair = repairedFields(fields, { utf8: false });
  if ('problem' in repair) return undefined;
  const edits: Edit[] = [];
  let start = header.start;
  for (const [index, field] of fields.entries()) {
    const repaired = repair.fields[index];
    const end = start + field.bytes.length;
    if (repaired === undefined || (repaired !== field && isEncodingField(field))) return undefined;
    if (repaired !== field) edits.push(replacement(start, end, repaired.bytes.toString('latin1')));
    start = end;
  }
  return edits;
}

function mayChange(entity: Entity, around: Entity | undefined, encoding: string | undefined): boolean {
  const { type } = entity.content;
  if (encoding === undefined || !notEncoded.has(encoding) || type === 'multipart/signed') return false;
  if (entity.kind !== 'content') return true;
  // RFC 2046 §5.1.5: a message, although it has no content type.
  if (around?.content.type === 'multipart/digest' && !hasField(entity, 'content-type')) return false;
  // RFC 2046 §5.2: of messages, only those of RFC 6532 §3.7 may be encoded.
  return !type.startsWith('multipart/') && (!type.startsWith('message/') || type.startsWith('message/global'));
}
