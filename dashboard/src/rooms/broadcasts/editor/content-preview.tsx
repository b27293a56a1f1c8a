import { MailPreview } from '../../../kit/mail-preview';
import type { Broadcast } from './broadcast';

interface ContentPreviewProps {
  readonly broadcast: Broadcast;
  readonly content: Pick<Broadcast, 'html' | 'text'>;
  readonly isSaved?: boolean;
}

/** The email as it will look. */
export function ContentPreview({ broadcast, content }: ContentPreviewProps) {
  const mail = { from: broadcast.from ?? null, subject: broadcast.subject ?? '', cut: false, ...content };
  return <MailPreview mail={mail} />;
}
