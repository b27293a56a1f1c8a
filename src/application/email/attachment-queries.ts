import { streamName } from '../../domain/shared/stream-name.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { EmailAttachment, EmailDocument } from '../../projections/emails/emails.document.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { MessageReader } from '../ports/message-reader.js';
import type { BlobStore } from '../ports/vault.js';
import type { LogPorts } from '../shared/handle.js';
import type { Page, PageRequest } from '../shared/page.js';
import { isValidLink, signLink } from '../shared/signed-link.js';
import {
  type DownloadAttachmentQuery,
  type DownloadAttachmentResult,
  downloadPath,
  type GetAttachmentQuery,
  type GetAttachmentResult,
  type LinkedAttachment,
  type ListAttachmentsQuery,
  type ListAttachmentsResult,
} from './attachment.queries.js';
import { readRawPart } from './raw-body.js';

export interface AttachmentQueriesDependencies {
  readonly ports: LogPorts;
  readonly blobs: BlobStore;
  readonly sealer: BodySealer;
  readonly reader: MessageReader;
  readonly hash: KeyedHash;
  readonly foldEmail: (events: readonly Recorded[]) => EmailDocument | undefined;
}

export interface AttachmentQueries {
  list(query: ListAttachmentsQuery): Promise<ListAttachmentsResult>;
  get(query: GetAttachmentQuery): Promise<GetAttachmentResult>;
  download(query: DownloadAttachmentQuery): Promise<DownloadAttachmentResult>;
}

const linkLifetimeSeconds = 3600;

export function createAttachmentQueries(dependencies: AttachmentQueriesDependencies): AttachmentQueries {
  const { ports, blobs, sealer, reader, hash, foldEmail } = dependencies;

  async function read(emailId: string) {
    const stored = await ports.store.readStream(streamName('email', emailId));
    const keyRing = await ports.keys.getMany(ports.codec.kids(stored));
    return { document: foldEmail(ports.codec.decode(stored, keyRing)), keyRing };
  }

  async function attachmentsOf(teamId: string, emailId: string) {
    const { document } = await read(emailId);
    return document?.teamId === teamId ? document.attachments : undefined;
  }

  function linked(emailId: string, attachment: EmailAttachment): LinkedAttachment {
    const expires = Math.floor(ports.clock.now() / 1000) + linkLifetimeSeconds;
    return { attachment, link: signLink(hash, downloadPath(emailId, attachment.id), expires) };
  }

  return {
    async list({ teamId, emailId, page }) {
      const attachments = await attachmentsOf(teamId, emailId);
      if (attachments === undefined) return undefined;
      const found = pageOf(attachments, page);
      if ('refused' in found) return found;
      return { ...found, documents: found.documents.map((attachment) => linked(emailId, attachment)) };
    },
    async get({ teamId, emailId, attachmentId }) {
      const attachments = await attachmentsOf(teamId, emailId);
      const attachment = attachments?.find(({ id }) => id === attachmentId);
      return attachment === undefined ? undefined : linked(emailId, attachment);
    },
    async download({ emailId, attachmentId, link, takeBytes }) {
      if (!isValidLink(hash, downloadPath(emailId, attachmentId), link, ports.clock.now())) {
        return { refused: 'link-invalid' };
      }
      const { document, keyRing } = await read(emailId);
      const attachment = document?.attachments.find(({ id }) => id === attachmentId);
      const key = attachment === undefined ? undefined : keyRing.get(attachment.content.kid);
      if (attachment === undefined || key?.state !== 'present') return undefined;
      const { raw, body } = document ?? {};
      const { part } = attachment;
      if (raw !== undefined && body !== undefined && part !== undefined) {
        return { attachment, content: readRawPart({ blobs, sealer, reader }, { body, raw }, key.key, part) };
      }
      // As it is stored, and as it is sent.
      if (!takeBytes(attachment.content.sizeBytes + attachment.size)) return { refused: 'busy' };
      const bytes = await blobs.get(attachment.content.blobId);
      if (bytes === undefined) return undefined;
      return { attachment, content: await sealer.openContent(attachment.content, key.key, bytes) };
    },
  };
}

/** A page in the order given: `after` goes on to later ones, `before` back to earlier ones. */
function pageOf(all: readonly EmailAttachment[], { limit, after, before }: PageRequest): Page<EmailAttachment> {
  const cursor = after ?? before;
  const at = all.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at === -1) return { refused: 'unknown-cursor' };
  const start = before === undefined ? at + 1 : Math.max(0, at - limit);
  const end = before === undefined ? start + limit : at;
  const hasMore = before === undefined ? end < all.length : start > 0;
  return { documents: all.slice(start, end), hasMore };
}
