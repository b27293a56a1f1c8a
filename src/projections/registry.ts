import type { DomainEvent } from '../domain/shared/decider.js';
import { apiKeysProjection } from './api-keys/api-keys.projection.js';
import { domainsProjection } from './domains/domains.projection.js';
import { exportsProjection } from './exports/exports.projection.js';
import { emailsProjection } from './emails/emails.projection.js';
import { erasuresProjection } from './erasures/erasures.projection.js';
import { logsProjection } from './logs/logs.projection.js';
import { metricsProjection } from './metrics/metrics.projection.js';
import { pendingProjection } from './pending/pending.projection.js';
import { suppressionsProjection } from './suppressions/suppressions.projection.js';
import { usageProjection } from './usage/usage.projection.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
  webhookProgressProjection,
} from './webhooks/webhook-log.projections.js';
import { webhooksProjection } from './webhooks/webhooks.projection.js';
import { accessAuditProjection } from './people/access-audit.projection.js';
import { invitationsProjection, membershipsProjection, sessionsProjection } from './people/people.projections.js';
import { teamsProjection } from './people/teams.projection.js';
import type { Projection } from './shared/projection.js';

export type AnyProjection = Projection<DomainEvent, object>;

/** Throws where two share a name and a version: they would write over each other. */
export function distinct(projections: readonly AnyProjection[]): readonly AnyProjection[] {
  const seen = new Set<string>();
  for (const { name, version } of projections) {
    const key = `${name}@${version}`;
    if (seen.has(key)) throw new Error(`two projections are called ${key}`);
    seen.add(key);
  }
  return projections;
}

/** Every projection that this version of Posthorn keeps. */
export const projections = distinct([
  emailsProjection,
  apiKeysProjection,
  domainsProjection,
  pendingProjection,
  usageProjection,
  logsProjection,
  metricsProjection,
  suppressionsProjection,
  webhooksProjection,
  webhookMessagesProjection,
  webhookAttemptsProjection,
  webhookProgressProjection,
  membershipsProjection,
  teamsProjection,
  sessionsProjection,
  invitationsProjection,
  exportsProjection,
  erasuresProjection,
  accessAuditProjection,
]);
