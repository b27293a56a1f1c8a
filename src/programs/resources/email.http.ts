import { emailUseCases } from '../../application/email/use-cases.js';
import { submissionUseCases } from '../../application/submission/use-cases.js';
import { metricsUseCases } from '../../application/metrics/use-cases.js';
import { EmailsController } from '../../infrastructure/http/emails/emails.controller.js';
import { SharingController } from '../../infrastructure/http/emails/sharing.controller.js';
import { AttachmentsController } from '../../infrastructure/http/emails/attachments.controller.js';
import { EmailMetricsController } from '../../infrastructure/http/metrics/metrics.controller.js';
import { FindEmailsController } from '../../infrastructure/http/dashboard/emails/find-emails.controller.js';
import { DashboardMailController } from '../../infrastructure/http/dashboard/emails/mail.controller.js';
import { TeamMetricsController } from '../../infrastructure/http/dashboard/metrics/team-metrics.controller.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

export const emailsHttp = {
  tag: { name: 'Emails', description: 'Send emails, one or many, now or later, and see what became of them.' },
  controllers: [
    EmailsController,
    SharingController,
    AttachmentsController,
    EmailMetricsController,
    FindEmailsController,
    DashboardMailController,
    TeamMetricsController,
  ],
  useCases: [...emailUseCases, ...submissionUseCases, ...metricsUseCases],
} satisfies HttpPart;
