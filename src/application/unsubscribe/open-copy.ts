import { reveal } from '../../domain/shared/personal.js';
import { query } from '../access/use-case.js';
import { foundKey } from '../ports/found-key.js';
import type { CountOpening } from '../ports/limit-key.js';
import { readLeaveToken } from './leave-link.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';
import { type GetShownEmailResult, readShown } from '../email/get-shown-email.js';
import { openEmail, type TakeBytes } from '../email/read-email.js';
import type { GetSharedEmailPorts } from '../email/share-email.js';

/** GET /copy/{token}: a broadcast as its recipient got it, in a browser. */
export interface OpenCopy {
  readonly token: string;
  /** For the body. */
  readonly takeBytes: TakeBytes;
  readonly count: CountOpening;
}

export const OpenCopy = query({ name: 'OpenCopy', need: 'anyone', run: openCopy });

/**
 * Nothing in it acts for the recipient: its links to leave lead nowhere, for a link to a copy is passed on.
 * @returns undefined where the token is none of ours or too old, or the email or its recipient was erased.
 */
async function openCopy(
  ports: GetSharedEmailPorts,
  { token, takeBytes, count }: OpenCopy,
): Promise<GetShownEmailResult> {
  const link = readLeaveToken(ports.hash, token, ports.clock.now(), 'copy');
  if (link === undefined) return undefined;
  await count(foundKey('copy', link.emailId));
  const found = await openEmail(ports, link.emailId);
  if (found === undefined || found.document.erased) return undefined;
  const mailbox = acceptedIn(found.events)?.event.data.recipients[link.recipient]?.mailbox;
  if (mailbox === undefined || reveal(mailbox) === undefined) return undefined;
  return readShown(ports, found, takeBytes);
}
