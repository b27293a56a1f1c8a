import { lastSaid } from '../../application/shared/last-said.js';
import type { Resource } from '../../application/shared/resource.js';
import { reveal } from '../../domain/shared/personal.js';
import { type InvitationEvent, invitationStreams } from '../../domain/invitation/events.js';
import { invitationsProjection } from '../../projections/people/people.projections.js';

export const invitation = {
  streams: [invitationStreams],
  readModels: [invitationsProjection],
  audit: {
    nameOf: (events) =>
      lastSaid<InvitationEvent>(events, ({ data }) => ('email' in data ? reveal(data.email) : undefined)),
  },
  live: { subject: 'invitations', readModel: invitationsProjection.name },
} satisfies Resource;
