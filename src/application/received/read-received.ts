import {
  type ReceivedDocument,
  receivedProjection,
  threadToken,
} from '../../projections/received/received.projection.js';
import { query } from '../access/use-case.js';
import { type InlinePicture, readInlinePictures } from '../email/attachment-content.js';
import {
  inLine,
  readBeginning,
  readBody,
  type ReadBodyPorts,
  type ReadEmailPorts,
  takeBeginning,
  takeBody,
  type TakeBytes,
} from '../email/read-email.js';
import type { EmailBeginning, EmailBody } from '../ports/mail-composer.js';
import type { PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { type LinkSignature, signLink } from '../shared/signed-link.js';
import { teamList } from '../shared/team-list.js';
import { openTeamReceived, readFields, storedEmail } from './open-received.js';

/** GET /emails/receiving, newest first. */
export interface ListReceived {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly filter: {
    readonly search?: string;
    /** A Message-ID: only emails that have it, or answer it. */
    readonly thread?: string;
  };
}
export const ListReceived = query({
  name: 'ListReceived',
  need: 'read-only',
  run: (ports: Pick<Ports, 'readStore' | 'ownWrites'>, { teamId, page, filter: { search, thread } }: ListReceived) =>
    teamList(ports, receivedProjection, {
      teamId,
      page,
      search,
      tokens: thread === undefined ? [] : [threadToken(thread)],
    }),
});

/** GET /emails/receiving/{id}. */
export interface GetReceived {
  readonly teamId: string;
  readonly receivedId: string;
  /** Whether the pictures that its html shows by content id are wanted. */
  readonly wantsPictures: boolean;
  /** For the content. */
  readonly takeBytes: TakeBytes;
}

/** A received email with what it says. `body` is undefined once it was erased. */
export interface ReadReceived {
  readonly document: ReceivedDocument;
  /** By lower-case name, in their order; a repeated one has a line for each. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: EmailBody | undefined;
  readonly pictures: readonly InlinePicture[];
  /** Signature of {@link rawPath}; null once it was erased. */
  readonly rawLink: LinkSignature | null;
}

const busy = { refused: 'busy' } as const;
export const receivedLinkSeconds = 3600;

export type GetReceivedPorts = ReadEmailPorts & ReadBodyPorts & Pick<Ports, 'hash' | 'clock'>;

export const GetReceived = query({ name: 'GetReceived', need: 'read-only', run: getReceived });

/** Undefined when it is not this team's. `busy`: the memory for it could not be had. */
export async function getReceived(
  ports: GetReceivedPorts,
  { teamId, receivedId, wantsPictures, takeBytes }: GetReceived,
): Promise<ReadReceived | typeof busy | undefined> {
  const found = await openTeamReceived(ports, teamId, receivedId);
  if (found === undefined) return undefined;
  const { document } = found;
  const stored = storedEmail(found);
  const read = await inLine(ports, [stored], async () => {
    if (!takeBody(stored, takeBytes)) return busy;
    const headers = await headersOf(ports, found);
    const body = await readBody(ports, stored);
    const pictures = wantsPictures ? await readInlinePictures(ports, stored, body?.html ?? '', takeBytes) : [];
    const expires = Math.floor(ports.clock.now() / 1000) + receivedLinkSeconds;
    const rawLink = document.erased ? null : signLink(ports.hash, rawPath(document.id), expires);
    return { document, headers, body, pictures, rawLink };
  });
  return read ?? busy;
}

/** Where the message is downloaded as it came: the path that its link signs. */
export const rawPath = (receivedId: string): string => `/emails/receiving/${receivedId}/raw`;

async function headersOf(
  ports: Pick<Ports, 'blobs' | 'sealer' | 'reader'>,
  found: Parameters<typeof readFields>[1],
): Promise<ReadonlyMap<string, string>> {
  const headers = new Map<string, string>();
  for (const field of await readFields(ports, found)) {
    const name = field.name.toLowerCase();
    const before = headers.get(name);
    const value = ports.reader.text(field);
    headers.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return headers;
}

/** What a page shows of it: of a large content the beginning. */
export interface GetShownReceived extends Pick<GetReceived, 'teamId' | 'receivedId' | 'takeBytes'> {}
interface ShownReceived {
  readonly beginning: EmailBeginning | undefined;
  readonly pictures: readonly InlinePicture[];
}
export const GetShownReceived = query({ name: 'GetShownReceived', need: 'read-only', run: getShownReceived });

async function getShownReceived(
  ports: GetReceivedPorts,
  { teamId, receivedId, takeBytes }: GetShownReceived,
): Promise<ShownReceived | typeof busy | undefined> {
  const found = await openTeamReceived(ports, teamId, receivedId);
  if (found === undefined) return undefined;
  const stored = storedEmail(found);
  const read = await inLine(ports, [stored], async () => {
    if (!takeBeginning(stored, takeBytes)) return busy;
    const beginning = await readBeginning(ports, stored);
    return { beginning, pictures: await readInlinePictures(ports, stored, beginning?.body.html ?? '', takeBytes) };
  });
  return read ?? busy;
}
