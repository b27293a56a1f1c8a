import type { Served } from './served.js';
import { streams } from '../../domain/shared/event.js';
import { mailOrphans } from '../../application/retention/mail-orphans.js';
import { emailsProjection, foldEmail } from '../../projections/emails/emails.projection.js';
import { metricsProjection } from '../../projections/metrics/metrics.projection.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';

export const email = {
  streams: [streams('email', [])],
  readModels: [emailsProjection, pendingProjection, metricsProjection],
  audit: { stateOf: foldEmail },
  live: { subject: 'emails', readModel: emailsProjection.name },
  orphansOf: mailOrphans,
  http: async () => (await import('./email.http.js')).emailsHttp,
} satisfies Served;
