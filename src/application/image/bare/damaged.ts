/** The file is none of its kind beyond its first bytes: no one could say what is in it. */
export const damaged = undefined;

/**
 * The same picture, its pixels byte for byte, without what says where, when, by whom and with what it was taken.
 *
 * @returns undefined where the file is damaged.
 */
export type BareImage = (bytes: Buffer) => Buffer | undefined;
