import { DownloadAttachment } from '../../application/email/attachments.js';
import { GetEmailHistory, GetEmailTimeline } from '../../application/email/email-history.js';
import { GetEmailSource } from '../../application/email/email-source.js';
import { GetCapturedMail, GetCapturedMessage } from '../../application/email/get-captured-mail.js';
import { GetShownEmail } from '../../application/email/get-shown-email.js';
import { GetSharedEmail } from '../../application/email/share-email.js';
import { getOverview, resendEmail } from '../../infrastructure/http/dashboard/emails/mail.operations.js';
import { AttachmentsController } from '../../infrastructure/http/emails/attachments.controller.js';
import { getAttachment, listAttachments } from '../../infrastructure/http/emails/attachments.operations.js';
import { emailRefusals } from '../../infrastructure/http/emails/email.refusals.js';
import * as operations from '../../infrastructure/http/emails/emails.operations.js';
import { getInsights, previewInsights } from '../../infrastructure/http/emails/insights/insights.operations.js';
import { SharingController } from '../../infrastructure/http/emails/sharing.controller.js';
import { listShares, revokeShare, shareEmail } from '../../infrastructure/http/emails/sharing.operations.js';
import { emailMetricsHttp } from '../../infrastructure/http/metrics/metrics.operations.js';
import { findEmailsHttp } from '../../infrastructure/http/dashboard/emails/find-emails.operations.js';
import { DashboardMailController } from '../../infrastructure/http/dashboard/emails/mail.controller.js';
import { teamMetricsHttp } from '../../infrastructure/http/dashboard/metrics/team-metrics.operations.js';
import { type HttpPart, httpPart } from '../../infrastructure/http/http-part.js';

const noun = 'Email';

const emails = httpPart({
  noun,
  operations: [
    operations.sendEmail,
    operations.sendBatch,
    operations.listEmails,
    operations.getEmail,
    operations.rescheduleEmail,
    operations.cancelEmail,
    getInsights,
    previewInsights,
    shareEmail,
    revokeShare,
    listShares,
  ],
  refusals: emailRefusals,
  controllers: [SharingController],
  useCases: [GetSharedEmail],
});
const attachments = httpPart({
  noun,
  operations: [listAttachments, getAttachment],
  controllers: [AttachmentsController],
  useCases: [DownloadAttachment],
});
const overview = httpPart({
  noun,
  operations: [getOverview],
  controllers: [DashboardMailController],
  useCases: [GetEmailSource, GetShownEmail, GetEmailTimeline, GetEmailHistory, GetCapturedMail, GetCapturedMessage],
});
const resending = httpPart({ noun, operations: [resendEmail], refusals: emailRefusals });

export const emailsHttp = {
  tag: { name: 'Emails', description: 'Send, schedule, and read emails, and follow their delivery.' },
  controllers: [
    ...emails.controllers,
    ...attachments.controllers,
    ...emailMetricsHttp.controllers,
    ...findEmailsHttp.controllers,
    ...overview.controllers,
    ...resending.controllers,
    ...teamMetricsHttp.controllers,
  ],
  useCases: [
    ...emails.useCases,
    ...attachments.useCases,
    ...overview.useCases,
    ...resending.useCases,
    ...findEmailsHttp.useCases,
    ...emailMetricsHttp.useCases,
    ...teamMetricsHttp.useCases,
  ],
} satisfies HttpPart;
