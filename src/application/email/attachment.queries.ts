import { Query } from '@nestjs/cqrs';
import type { EmailAttachment } from '../../projections/emails/emails.document.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { LinkSignature } from '../shared/signed-link.js';

/** An attachment with the link to its content, which needs no API key. */
export interface LinkedAttachment {
  readonly attachment: EmailAttachment;
  /** Of {@link downloadPath}. */
  readonly link: LinkSignature;
}

/** Where the content of an attachment is downloaded: the path that its link signs. */
export function downloadPath(emailId: string, attachmentId: string): string {
  return `/emails/${emailId}/attachments/${attachmentId}/download`;
}

/** GET /emails/{id}/attachments, in the order given. */
export class ListAttachmentsQuery extends Query<ListAttachmentsResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}
/** Undefined: the mail is not this team's. */
export type ListAttachmentsResult = Page<LinkedAttachment> | undefined;

/** GET /emails/{id}/attachments/{attachment_id}. */
export class GetAttachmentQuery extends Query<GetAttachmentResult> {
  constructor(
    readonly teamId: string,
    readonly emailId: string,
    readonly attachmentId: string,
  ) {
    super();
  }
}
export type GetAttachmentResult = LinkedAttachment | undefined;

/** The content behind a link, for whoever holds it. */
export class DownloadAttachmentQuery extends Query<DownloadAttachmentResult> {
  constructor(
    readonly emailId: string,
    readonly attachmentId: string,
    readonly link: LinkSignature,
    /** Asked for memory before the content is read. */
    readonly takeBytes: (bytes: number) => boolean,
  ) {
    super();
  }
}
/** Undefined: erased, or never there. Of a raw message the content is read as it is asked for. */
export type DownloadAttachmentResult =
  | { readonly attachment: EmailAttachment; readonly content: Buffer | AsyncIterable<Buffer> }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'busy' }
  | undefined;
