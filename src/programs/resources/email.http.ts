import { DownloadAttachment, GetAttachment, ListAttachments } from '../../application/email/attachments.js';
import { GetEmailHistory, GetEmailTimeline } from '../../application/email/email-history.js';
import { GetEmailSource } from '../../application/email/email-source.js';
import { GetCapturedMail, GetCapturedMessage } from '../../application/email/get-captured-mail.js';
import { GetEmailOverview } from '../../application/email/get-email-overview.js';
import { GetEmail } from '../../application/email/get-email.js';
import { GetShownEmail } from '../../application/email/get-shown-email.js';
import { GetInsights } from '../../application/insight/get-insights.js';
import { PreviewInsights } from '../../application/insight/preview-insights.js';
import { ListEmails } from '../../application/email/list-emails.js';
import { CancelEmail, RescheduleEmail } from '../../application/email/schedule-email.js';
import { GetSharedEmail, ListShares, RevokeShare, ShareEmail } from '../../application/email/share-email.js';
import { AcceptBatch } from '../../application/submission/accept-rest-batch.js';
import { AcceptEmail } from '../../application/submission/accept-rest-email.js';
import { ResendEmail } from '../../application/submission/resend-email.js';
import { EmailsController } from '../../infrastructure/http/emails/emails.controller.js';
import { InsightsController } from '../../infrastructure/http/emails/insights/insights.controller.js';
import { SharingController } from '../../infrastructure/http/emails/sharing.controller.js';
import { AttachmentsController } from '../../infrastructure/http/emails/attachments.controller.js';
import { emailMetricsHttp } from '../../infrastructure/http/metrics/metrics.operations.js';
import { findEmailsHttp } from '../../infrastructure/http/dashboard/emails/find-emails.operations.js';
import { DashboardMailController } from '../../infrastructure/http/dashboard/emails/mail.controller.js';
import { teamMetricsHttp } from '../../infrastructure/http/dashboard/metrics/team-metrics.operations.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const emailsHttp = {
  tag: { name: 'Emails', description: 'Send emails, one or many, now or later, and see what became of them.' },
  controllers: [
    EmailsController,
    InsightsController,
    SharingController,
    AttachmentsController,
    ...emailMetricsHttp.controllers,
    ...findEmailsHttp.controllers,
    DashboardMailController,
    ...teamMetricsHttp.controllers,
  ],
  useCases: [
    GetEmail,
    GetEmailOverview,
    GetEmailSource,
    GetShownEmail,
    GetInsights,
    PreviewInsights,
    ListEmails,
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
    AcceptEmail,
    AcceptBatch,
    ResendEmail,
    ...findEmailsHttp.useCases,
    ...emailMetricsHttp.useCases,
    ...teamMetricsHttp.useCases,
  ],
} satisfies HttpPart;
