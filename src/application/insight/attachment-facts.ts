import { type ArchiveFacts, type AttachmentFacts, known, type Looked, unknown } from '../../domain/insight/facts.js';
import { zipDirectory } from '../../domain/insight/zip-directory.js';
import type { AttachmentDetail } from '../../domain/shared/accepted-email.js';

/** An archive is held in memory to be looked into: none larger than this, in bytes. */
const mostArchiveBytes = 10 * 1024 * 1024;

export interface AttachmentToJudge extends Pick<AttachmentDetail, 'filename' | 'contentType'> {
  readonly bytes: number;
  /** @returns undefined when it is gone, or there is no memory for it. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

/** One after the other: together they may be large. */
export async function attachmentFacts(attachments: readonly AttachmentToJudge[]): Promise<readonly AttachmentFacts[]> {
  const facts: AttachmentFacts[] = [];
  for (const attachment of attachments) {
    const { filename, contentType, bytes } = attachment;
    const archive = isZip(attachment) ? await lookInto(attachment) : null;
    facts.push({ filename, contentType, bytes, archive });
  }
  return facts;
}

function isZip({ filename, contentType }: AttachmentToJudge): boolean {
  return /\.zip$/i.test(filename ?? '') || /^application\/(?:x-)?zip/i.test(contentType);
}

async function lookInto({ bytes, read }: AttachmentToJudge): Promise<Looked<ArchiveFacts>> {
  const content = bytes > mostArchiveBytes ? undefined : await read();
  const archive = content && zipDirectory(content);
  return archive === undefined ? unknown('the archive cannot be read') : known(archive);
}

/** RFC 2045 §6.8: 76 characters a line, and its end; with the fields of the part. */
export function attachedBytes(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + 2 * Math.ceil(characters / 76) + partFieldsBytes;
}

const partFieldsBytes = 250;
