import type { Resource } from '../../application/shared/resource.js';
import { invitationStreams } from '../../domain/invitation/events.js';
import { invitationsProjection } from '../../projections/people/people.projections.js';

export const invitation = {
  streams: [invitationStreams],
  readModels: [invitationsProjection],
  audit: {},
  live: { subject: 'invitations', readModel: invitationsProjection.name },
} satisfies Resource;
