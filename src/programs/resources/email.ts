import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { eraseFromMail, giveUpErased } from '../../application/email/erase-from-mail.js';
import { mailOrphans } from '../../application/retention/mail-orphans.js';
import { type EmailEvent, emailStreams } from '../../domain/email/events.js';
import { reveal } from '../../domain/shared/personal.js';
import { emailsProjection, foldEmail } from '../../projections/emails/emails.projection.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import { sendingHealthProjection } from '../../projections/sending-health/sending-health.projection.js';

export const email = {
  streams: [emailStreams],
  readModels: [emailsProjection, pendingProjection, metricsProjection, sendingHealthProjection],
  audit: {
    stateOf: foldEmail,
    nameOf: (events) =>
      lastSaid<EmailEvent>(events, (event) =>
        event.type === 'EmailAccepted' ? reveal(event.data.content)?.subject : undefined,
      ),
  },
  live: { subject: 'emails', readModel: emailsProjection.name },
  orphansOf: mailOrphans,
  erasure: { EmailAccepted: eraseFromMail },
  afterErasure: giveUpErased,
  http: async () => (await import('./email.http.js')).emailsHttp,
  processManagers: async () => [(await import('../../application/retention/policies.js')).mailPolicy],
} satisfies Served;
