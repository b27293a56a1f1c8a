import type { Recorded } from '../domain/shared/recorded.js';
import { categoryOf } from '../domain/shared/stream-name.js';
import type { TeamEvent } from '../domain/team/events.js';
import { team } from '../domain/team/team.js';
import { apiKeysProjection } from './api-keys/api-keys.projection.js';
import { foldDomain } from './domains/domains.projection.js';
import { foldEmail } from './emails/emails.projection.js';
import { exportsProjection } from './exports/exports.projection.js';
import { foldStream } from './shared/fold-stream.js';
import { suppressionsProjection } from './suppressions/suppressions.projection.js';
import { foldWebhook } from './webhooks/webhooks.projection.js';

/**
 * How a resource stands after these events of its stream, decrypted. Undefined: it does not exist yet, or any more, or
 * its kind of stream has no state to show.
 */
export function resourceState(events: readonly Recorded[]): object | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  switch (categoryOf(first.stream)) {
    case 'email':
      return foldEmail(events);
    case 'apikey':
      return foldStream(apiKeysProjection, events);
    case 'domain':
      return foldDomain(events);
    case 'suppression':
      return foldStream(suppressionsProjection, events);
    case 'export':
      return foldStream(exportsProjection, events);
    case 'webhook':
      return foldWebhook(events);
    case 'team':
      return events.reduce(
        // A team's stream holds its events only.
        (state, { event, metadata }) => team.evolve(state, event as TeamEvent, metadata.time),
        team.initial,
      );
    default:
      return undefined;
  }
}
