import { DownloadAttachment, GetAttachment, ListAttachments } from './attachments.js';
import { GetEmailHistory, GetEmailTimeline } from './email-history.js';
import { GetEmailSource } from './email-source.js';
import { FindEmails } from './find-emails.js';
import { GetCapturedMail, GetCapturedMessage } from './get-captured-mail.js';
import { GetEmailOverview } from './get-email-overview.js';
import { GetEmail } from './get-email.js';
import { GetShownEmail } from './get-shown-email.js';
import { ListEmails } from './list-emails.js';
import { CancelEmail, RescheduleEmail } from './schedule-email.js';
import { GetSharedEmail, ListShares, RevokeShare, ShareEmail } from './share-email.js';

export const emailUseCases = [
  GetEmail,
  GetEmailOverview,
  GetEmailSource,
  GetShownEmail,
  ListEmails,
  FindEmails,
  GetEmailTimeline,
  GetEmailHistory,
  GetCapturedMail,
  GetCapturedMessage,
  ShareEmail,
  RevokeShare,
  ListShares,
  GetSharedEmail,
  RescheduleEmail,
  CancelEmail,
  ListAttachments,
  GetAttachment,
  DownloadAttachment,
];
