import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { invitationsProjection } from '../../projections/people/people.projections.js';

export const invitation = {
  streams: [streams('invitation', [])],
  readModels: [invitationsProjection],
  audit: {},
  live: { subject: 'invitations', readModel: invitationsProjection.name },
} satisfies Resource;
