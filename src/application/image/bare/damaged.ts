/** The file is none of its kind beyond its first bytes, or of more pieces than any program writes. */
export const damaged = undefined;

/** Chunks, segments or blocks of one file: each costs time, however little is in it. */
const mostPieces = 50_000;

/** Counts the pieces of a file: false for each that is one too many. */
export function pieceCounter(): () => boolean {
  let pieces = 0;
  return () => {
    pieces += 1;
    return pieces <= mostPieces;
  };
}

/**
 * The same picture, its pixels byte for byte, without what says where, when, by whom and with what it was taken.
 *
 * @returns undefined where the file is damaged.
 */
export type BareImage = (bytes: Buffer) => Buffer | undefined;
