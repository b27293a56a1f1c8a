import type { ArchiveFacts } from './facts.js';

/* APPNOTE.TXT of PKWARE, 4.3.12 and 4.3.16: the directory at the end of a zip file. */
const endSignature = 0x06054b50;
const endBytes = 22;
const longestComment = 0xffff;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const encryptedFlag = 1;
/** Enough to find what a receiver refuses. */
const mostEntries = 10_000;

/** The files that a zip archive lists. @returns undefined where the bytes are no zip archive that can be read. */
export function zipDirectory(bytes: Uint8Array): ArchiveFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === undefined) return undefined;
  const files: string[] = [];
  let encrypted = false;
  let at = view.getUint32(end + 16, true);
  const count = Math.min(view.getUint16(end + 10, true), mostEntries);
  for (let number = 0; number < count; number++) {
    // Also a directory of more than 4 GiB, whose place stands elsewhere.
    if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== entrySignature) return undefined;
    encrypted ||= (view.getUint16(at + 8, true) & encryptedFlag) !== 0;
    const nameBytes = view.getUint16(at + 28, true);
    files.push(new TextDecoder().decode(bytes.subarray(at + entryBytes, at + entryBytes + nameBytes)));
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { files, encrypted };
}

function endOf(view: DataView): number | undefined {
  const least = Math.max(0, view.byteLength - endBytes - longestComment);
  for (let at = view.byteLength - endBytes; at >= least; at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return undefined;
}
