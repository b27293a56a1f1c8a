import type { InvitationEvent } from './invitation/events.js';
import type { SessionEvent } from './session/events.js';
import type { TeamEvent } from './team/events.js';
import type { UserIdentityEvent } from './user/credential-events.js';
import type { UserAddressEvent, UserEvent } from './user/events.js';

/** Every event that this version of Posthorn writes or reads. */
export type PosthornEvent =
  | TeamEvent
  | UserEvent
  | UserAddressEvent
  | UserIdentityEvent
  | SessionEvent
  | InvitationEvent;

export type EventType = PosthornEvent['type'];
