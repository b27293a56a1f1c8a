import type { CredentialEvent, UserIdentityEvent } from './user/credential-events.js';

/** Those that are not part of a resource yet. */
export type PosthornEvent = CredentialEvent | UserIdentityEvent;

export type EventType = PosthornEvent['type'];
