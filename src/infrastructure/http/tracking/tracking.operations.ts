import { GetOwnPolicy } from '../../../application/sending-domain/own-policy.js';
import { FollowLink, IsTrackingHost } from '../../../application/tracking/follow-link.js';
import { httpPart } from '../http-part.js';
import { TrackingController } from './tracking.controller.js';

export const trackingHttp = httpPart({
  tag: {
    name: 'Tracking',
    description: 'Tracked links and images in emails, and the MTA-STS policy of a domain. No API key is required.',
  },
  noun: 'Link',
  operations: [],
  controllers: [TrackingController],
  useCases: [FollowLink, IsTrackingHost, GetOwnPolicy],
});
