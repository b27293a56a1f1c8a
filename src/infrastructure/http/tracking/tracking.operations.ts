import { GetOwnPolicy } from '../../../application/sending-domain/own-policy.js';
import { FollowLink, IsTrackingHost } from '../../../application/tracking/follow-link.js';
import { httpPart } from '../http-part.js';
import { TrackingController } from './tracking.controller.js';

export const trackingHttp = httpPart({
  tag: {
    name: 'Tracking',
    description:
      'What links and pictures of tracked emails lead to, and what other hosts of a domain serve. No key is needed.',
  },
  noun: 'Link',
  operations: [],
  controllers: [TrackingController],
  useCases: [FollowLink, IsTrackingHost, GetOwnPolicy],
});
