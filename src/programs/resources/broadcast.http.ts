import { broadcastAbTestHttp } from '../../infrastructure/http/broadcasts/broadcast-ab-test.operations.js';
import { broadcastDraftsHttp } from '../../infrastructure/http/broadcasts/broadcast-drafts.operations.js';
import { broadcastReviewHttp } from '../../infrastructure/http/broadcasts/broadcast-review.operations.js';
import { broadcastsHttp } from '../../infrastructure/http/broadcasts/broadcasts.operations.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';

/** What programs ask of broadcasts, and what only the page does. */
export const broadcastHttp = {
  ...broadcastsHttp,
  controllers: [
    ...broadcastsHttp.controllers,
    ...broadcastDraftsHttp.controllers,
    ...broadcastReviewHttp.controllers,
    ...broadcastAbTestHttp.controllers,
  ],
  useCases: [
    ...broadcastsHttp.useCases,
    ...broadcastDraftsHttp.useCases,
    ...broadcastReviewHttp.useCases,
    ...broadcastAbTestHttp.useCases,
  ],
} satisfies HttpPart;
