import { common } from './common';
import { rooms } from './rooms';

/*
 * Every sentence of the page. Terms, used for one thing each:
 *   sign in, sign out    never "log in", "login", "authenticate"
 *   second factor        a code or a passkey beside the password
 *   authenticator app    the program that shows codes of six digits
 *   recovery code        opens one sign-in when the authenticator is lost
 *   passkey              what the browser or a security key keeps
 *   team, person, role   a person has one role in each team
 *   API key              what programs send with; its text is its token
 *   revoke               a key or an invitation; it opens nothing from then on
 *   end                  a session; remove: a person or a passkey
 * The words of a room are a file of their own beside these, which only that room loads.
 */
export const messages = { ...common, ...rooms } as const;
