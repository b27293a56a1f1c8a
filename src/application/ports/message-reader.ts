import type { AttachmentDetail, PartPlace, TextPlace } from '../../domain/shared/accepted-email.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';

/** RFC 5322 §2.2: one header field. */
export interface HeaderField {
  /** As it is written. */
  readonly name: string;
  /** All of it, with its line ends. */
  readonly bytes: Buffer;
}

export interface ScannedAttachment {
  readonly detail: AttachmentDetail;
  /** Null where the part does not say. */
  readonly disposition: 'inline' | 'attachment' | null;
  readonly place: PartPlace;
  /** Once decoded. */
  readonly contentBytes: number;
}

/** Where the parts of a message lie that a reader sees. */
export interface ScannedParts {
  readonly text: readonly TextPlace[];
  readonly html: readonly TextPlace[];
  readonly attachments: readonly ScannedAttachment[];
  /** There are octets above 127. */
  readonly eightBit: boolean;
  /** S/MIME or PGP (RFC 1847, RFC 8551, RFC 3156): who signed or encrypted it would find it changed. */
  readonly isSealed: boolean;
  /** SHA-256 (hex) over the decoded parts, boundaries and transfer encodings apart; null where it was not asked for. */
  readonly digest: string | null;
}

/** `problem`: a sentence without a full stop that names the field. */
export type FieldRepair = { readonly fields: readonly HeaderField[] } | { readonly problem: string };

/** Finds the MIME parts of a body as it passes by, in little memory. Whatever the body is, it answers. */
export interface PartScanner {
  write(chunk: Buffer): void;
  end(): ScannedParts;
}

/** Reads RFC 5322 messages. Nothing that a sender writes makes it throw. */
export interface MessageReader {
  /** The fields of a header section (without the empty line after it); undefined where it is none. */
  fields(section: Buffer): readonly HeaderField[] | undefined;
  /**
   * Fields as they may be sent (RFC 6409 §8): ASCII, in lines of at most 998 octets. Sound ones stay as they came.
   * `utf8`: fields in UTF-8 are sound too (RFC 6532).
   */
  repaired(fields: readonly HeaderField[], options: { readonly utf8: boolean }): FieldRepair;
  /**
   * The same for a message whose body is blank, with a body that every verifier hashes alike (RFC 2045 §6.7(3)).
   * Undefined where it is not text.
   */
  blankText(
    fields: readonly HeaderField[],
  ): { readonly fields: readonly HeaderField[]; readonly body: Buffer } | undefined;
  /** The name of a field that stands there twice although a header has it once (RFC 5322 §3.6, RFC 2045 §3). */
  repeated(fields: readonly HeaderField[]): string | undefined;
  /** The value on one line, otherwise as it is written. */
  value(field: HeaderField): string;
  /** The value as people read it: encoded words (RFC 2047) of texts are decoded. */
  text(field: HeaderField): string;
  /** The mailboxes of an address field, those of its groups too; what is no address is left out. */
  mailboxes(field: HeaderField): readonly Mailbox[];
  /** The one mailbox that a field holds, and undefined where every reader might not agree on it. */
  soleMailbox(field: HeaderField): Mailbox | undefined;
  /** An address as a `Mailbox` has it; undefined where it is none. */
  address(text: string): string | undefined;
  /** `bodyStart`: the place of the body's first octet in the whole text. */
  scan(fields: readonly HeaderField[], options: { readonly bodyStart: number; readonly digest: boolean }): PartScanner;
  /** Undoes a transfer encoding. */
  decoded(encoding: PartPlace['encoding'], bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Characters of a charset; of an unknown one, whatever can be read. */
  characters(charset: string, bytes: Buffer): string;
}
