import type { EmailEvent } from '../../src/domain/email/events.js';
import type { Decider } from '../../src/domain/shared/decider.js';

/** Writes the event that it is given, as a server of another version would have. */
export const recordingEvents: Decider<EmailEvent, null, EmailEvent, never> = {
  initial: null,
  decide: (event) => [event],
  evolve: () => null,
};
