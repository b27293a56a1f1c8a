import type { Recorded } from '../shared/recorded.js';
import type { EmailAccepted } from './events.js';

/** What the stream of an email begins with. @returns undefined where there is none, or no email's stream. */
export function acceptedIn([opening]: readonly Recorded[]): Recorded<EmailAccepted> | undefined {
  // The type of an event names its shape.
  return opening?.event.type === 'EmailAccepted' ? (opening as Recorded<EmailAccepted>) : undefined;
}
