import type { Kid } from '../../domain/shared/personal.js';
import type { EmailBeginning, EmailBody } from './mail-composer.js';

/** The digest is SHA-256 (hex) over the sealed bytes, never over the plain ones. */
export interface SealedBytes {
  readonly bytes: Buffer;
  readonly digest: string;
}

/** What a mail's key seals, and which blob it is: it opens in that place only. */
export interface ContentName {
  readonly kid: Kid;
  readonly blobId: string;
}

/** Seals a long content piece by piece: none opens in another's place, and without its last it is not whole. */
interface SegmentSealer {
  /** The next piece; `last` says that none follows. */
  seal(plain: Buffer, last: boolean): Buffer;
  /** SHA-256 (hex) over everything that was sealed. */
  digest(): string;
}

export interface SegmentPlace {
  readonly index: number;
  readonly last: boolean;
}

/** Bodies and attachments under their mail's key. */
export interface BodySealer {
  seal(kid: Kid, key: Buffer, body: EmailBody): SealedBytes;
  /** Throws where the tag is wrong. */
  open(kid: Kid, key: Buffer, bytes: Buffer): EmailBody;
  /** The same bytes as {@link seal} would seal, of any size: the event loop gets its turns in between. */
  sealLarge(kid: Kid, key: Buffer, body: EmailBody): Promise<SealedBytes>;
  /**
   * {@link sealLarge} for a body of nothing but a text, in pieces that are gone through twice. None ends within a
   * surrogate pair.
   */
  sealPieces(kid: Kid, key: Buffer, text: Iterable<string>): Promise<SealedBytes>;
  /** {@link open} for any size; throws as it does. */
  openLarge(kid: Kid, key: Buffer, bytes: Buffer): Promise<EmailBody>;
  /**
   * {@link open} for any size, with no more than so many bytes of each text; throws as it does, where anything was
   * altered.
   */
  openBeginning(kid: Kid, key: Buffer, bytes: Buffer, maxBytes: number): Promise<EmailBeginning>;
  /** Any bytes of any size: the event loop gets its turns in between. */
  sealContent(name: ContentName, key: Buffer, content: Uint8Array): Promise<SealedBytes>;
  /** Throws where the tag is wrong. */
  openContent(name: ContentName, key: Buffer, bytes: Buffer): Promise<Buffer>;
  /** What sealing adds to each segment. */
  readonly segmentOverheadBytes: number;
  sealSegments(name: ContentName, key: Buffer): SegmentSealer;
  /** Throws where the tag is wrong, or the segment stood elsewhere. */
  openSegment(name: ContentName, place: SegmentPlace, key: Buffer, bytes: Buffer): Buffer;
}
