import { query } from '../access/use-case.js';
import type { EmailEvent } from '../../domain/email/events.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { emailTimeline, type TimelineEntry } from '../../projections/emails/email-timeline.js';
import { type TimelineFacts, timelineFacts } from '../../projections/emails/email-timeline-facts.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { broadcastsProjection } from '../../projections/broadcasts/broadcasts.projection.js';
import type { Ports } from '../shared/ports.js';
import { openTeamEmail, type ReadEmailPorts } from './read-email.js';

/** A mail without its content, and everything that happened to it: what a page asks for again and again. */
export interface GetEmailOverview {
  readonly teamId: string;
  readonly emailId: string;
}
/** Undefined when the email is not this team's. */
export type GetEmailOverviewResult = EmailOverview | undefined;

export interface EmailOverview {
  readonly email: EmailDocument;
  readonly acceptedBy: Actor;
  /** The request or the SMTP session that it came with, where the request log may have it. */
  readonly requestId: string | null;
  /** The broadcast that it is of, as it is called now. */
  readonly broadcast: { readonly id: string; readonly name: string } | null;
  /** Oldest first. */
  readonly timeline: readonly (TimelineEntry & { readonly facts: TimelineFacts })[];
}

export const GetEmailOverview = query({ name: 'GetEmailOverview', need: 'read-only', run: getEmailOverview });

export async function getEmailOverview(
  ports: ReadEmailPorts & Pick<Ports, 'readStore'>,
  { teamId, emailId }: GetEmailOverview,
): Promise<GetEmailOverviewResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  const accepted = found?.events.find(({ event }) => event.type === 'EmailAccepted');
  if (found === undefined || accepted === undefined) return undefined;
  const { actor, correlationId } = accepted.metadata;
  const entries = emailTimeline(found.events);
  const broadcastId = found.document.broadcast?.id;
  const broadcast = broadcastId === undefined ? null : { id: broadcastId, name: await nameOf(ports, broadcastId) };
  return {
    broadcast,
    email: found.document,
    acceptedBy: actor,
    requestId: actor.kind === 'api-key' || actor.kind === 'smtp-session' ? correlationId : null,
    timeline: found.events.flatMap(({ event }, place) => {
      const entry = entries[place];
      // The codec types the union of all events; an email stream holds an email's.
      return entry === undefined ? [] : [{ ...entry, facts: timelineFacts(event as EmailEvent) }];
    }),
  };
}

async function nameOf({ readStore }: Pick<Ports, 'readStore'>, broadcastId: string): Promise<string> {
  return (await readStore.get(broadcastsProjection, broadcastId))?.name ?? broadcastId;
}
