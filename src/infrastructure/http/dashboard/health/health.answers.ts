import { z } from 'zod';
import type { Health } from '../../../../application/doctor/health-of.js';
import type { Answer } from '../../openapi/operation.js';
import { isoTime } from '../../openapi/shared-schemas.js';

const count = z.int().min(0);

export const serverHealth = z.strictObject({
  object: z.literal('health'),
  looked_at: isoTime,
  version: z.string(),
  node_version: z.string(),
  findings: z.array(
    z.strictObject({
      severity: z.enum(['error', 'warning', 'note']),
      code: z.string(),
      problem: z.string(),
      advice: z.string(),
    }),
  ),
  engines: z.array(
    z.strictObject({
      name: z.string(),
      answers: z.boolean(),
      round_trip_ms: count.nullable(),
      problem: z.string().nullable(),
    }),
  ),
  projections: z.array(z.strictObject({ name: z.string(), behind_events: count, behind_since: isoTime.nullable() })),
  process_managers: z.array(z.strictObject({ name: z.string(), saved_at: isoTime.nullable() })),
  seal: z.strictObject({ number: count, at: isoTime }).nullable(),
  unsealed_events: count,
  last_verified: z.strictObject({ at: isoTime, events: count, seals: count, broken: z.string().nullable() }).nullable(),
  pending: z.strictObject({ unsettled: count, due: count, due_since: isoTime.nullable() }).nullable(),
  disk: z.strictObject({ free_bytes: count, total_bytes: count }).nullable(),
});

export function presentHealth(health: Health): Answer<typeof serverHealth> {
  const { pending, disk } = health;
  return {
    object: 'health',
    looked_at: health.lookedAt,
    version: health.version,
    node_version: health.nodeVersion,
    findings: health.findings,
    engines: health.engines.map(({ name, answers, roundTripMs, problem }) => {
      return { name, answers, round_trip_ms: roundTripMs, problem };
    }),
    projections: health.projections.map(({ name, behindEvents, behindSince }) => {
      return { name, behind_events: behindEvents, behind_since: behindSince };
    }),
    process_managers: health.processManagers.map(({ name, savedAt }) => ({ name, saved_at: savedAt })),
    seal: health.seal,
    unsealed_events: health.unsealedEvents,
    last_verified: health.lastVerified,
    pending: pending === null ? null : { unsettled: pending.unsettled, due: pending.due, due_since: pending.dueSince },
    disk: disk === null ? null : { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
  };
}
