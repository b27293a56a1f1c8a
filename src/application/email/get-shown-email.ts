import { query } from '../access/use-case.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import type { EmailBeginning } from '../ports/mail-composer.js';
import { type InlinePicture, readInlinePictures } from './attachment-content.js';
import type { GetEmailPorts } from './get-email.js';
import { inLine, type OpenedEmail, openTeamEmail, readBeginning, takeBeginning, type TakeBytes } from './read-email.js';

/** A mail as a page shows it: of a large body only the beginning. Undefined when it is not this team's. */
export interface GetShownEmail {
  readonly teamId: string;
  readonly emailId: string;
  /** For the body. */
  readonly takeBytes: TakeBytes;
}
/** `beginning` is undefined once it was erased. `busy`: the memory for it could not be had. */
export type GetShownEmailResult = ShownEmail | { readonly refused: 'busy' } | undefined;

export interface ShownEmail {
  readonly email: EmailDocument;
  readonly beginning: EmailBeginning | undefined;
  /** What its html shows by content ids; some, where they are large. */
  readonly pictures: readonly InlinePicture[];
}

const busy = { refused: 'busy' } as const;

export const GetShownEmail = query({ name: 'GetShownEmail', need: 'read-only', run: getShownEmail });

export async function getShownEmail(
  ports: GetEmailPorts,
  { teamId, emailId, takeBytes }: GetShownEmail,
): Promise<GetShownEmailResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  return found && readShown(ports, found, takeBytes);
}

export async function readShown(
  ports: GetEmailPorts,
  found: OpenedEmail,
  takeBytes: TakeBytes,
): Promise<ShownEmail | { readonly refused: 'busy' }> {
  const read = await inLine(ports, [found], async () => {
    if (!takeBeginning(found, takeBytes)) return busy;
    const beginning = await readBeginning(ports, found);
    const pictures = await readInlinePictures(ports, found, beginning?.body.html ?? '', takeBytes);
    return { email: found.document, beginning, pictures };
  });
  return read ?? busy;
}
