import { downloadPath, type LinkedAttachment } from '../../../application/email/attachments.js';

/** A row of GET /emails/{id}/attachments. A content id that is not there is left out. */
export function presentAttachmentRow(publicUrl: string, emailId: string, { attachment, link }: LinkedAttachment) {
  const { id, filename, contentType, contentId, size } = attachment;
  const url = `${publicUrl}${downloadPath(emailId, id)}?expires=${link.expires}&signature=${link.signature}`;
  return {
    id,
    filename,
    content_type: contentType,
    ...(contentId === null ? {} : { content_id: contentId }),
    content_disposition: contentId === null ? ('attachment' as const) : ('inline' as const),
    size,
    download_url: url,
    expires_at: new Date(link.expires * 1000).toISOString(),
  };
}

export function presentAttachment(publicUrl: string, emailId: string, linked: LinkedAttachment) {
  return { object: 'attachment' as const, ...presentAttachmentRow(publicUrl, emailId, linked) };
}
