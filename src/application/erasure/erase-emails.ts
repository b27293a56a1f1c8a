import type { EmailAccepted } from '../../domain/email/events.js';
import { vaultContentOf } from '../../domain/shared/accepted-email.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Erasable, ErasurePorts } from '../shared/erasing.js';
import type { LogPorts, Provenance } from '../shared/handle.js';
import { eraseListed, type ErasingPorts } from './erase-listed.js';

export type EraseEmailsResult =
  | { readonly erasureId: string }
  | { readonly refused: 'not-found'; readonly emailId: string };

/** So many fit one append, however many recipients each has. */
export const maxEmailsOfErasure = 300;

/**
 * Permanently destroys the keys, bodies and attachments of whole emails. Asked for and done are facts of their own, so
 * an erasure that a crash cut off is finished by the next start. At most {@link maxEmailsOfErasure}.
 */
export async function eraseEmails(
  ports: ErasingPorts,
  emailIds: readonly string[],
  context: Provenance['context'],
): Promise<EraseEmailsResult> {
  const wanted: Erasable[] = [];
  for (const emailId of emailIds) {
    const found = await whatToErase(ports, emailId);
    if (found === undefined) return { refused: 'not-found', emailId };
    wanted.push(found);
  }
  return { erasureId: await eraseListed(ports, null, together(wanted), { context, region: null }) };
}

/** One list of all, each named once. */
export function together(wanted: readonly Erasable[]): Erasable {
  return {
    streams: [...new Set(wanted.flatMap(({ streams }) => streams))],
    kids: [...new Set(wanted.flatMap(({ kids }) => kids))],
    blobIds: [...new Set(wanted.flatMap(({ blobIds }) => blobIds))],
  };
}

async function whatToErase(ports: LogPorts, emailId: string): Promise<Erasable | undefined> {
  const stream = streamName('email', emailId);
  const stored = await ports.store.readStream(stream, { limit: 1 });
  const [recorded] = ports.codec.decode<EmailAccepted>(stored);
  if (recorded?.event.type !== 'EmailAccepted') return undefined;
  const kids = new Set([...ports.codec.kids(stored), recorded.event.data.body.kid]);
  return { streams: [stream], kids: [...kids], blobIds: vaultContentOf(recorded.event.data).blobIds };
}

const pageSize = 500;

/**
 * Deletes every body whose email's key is destroyed, as the erasures did that a restored log knows nothing of. Answers
 * how many emails these are.
 */
export async function removeErasedBodies(
  ports: Pick<ErasurePorts, 'store' | 'codec' | 'keys' | 'blobs'>,
): Promise<number> {
  const filter = { categories: ['email'], types: ['EmailAccepted'] } as const;
  let mails = 0;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await ports.store.readAll({ ...(after === undefined ? {} : { after }), limit: pageSize, filter });
    const accepted = ports.codec.decode<EmailAccepted>(page.events);
    const states = await ports.keys.getMany(accepted.map(({ event }) => event.data.body.kid));
    const erased = accepted.filter(({ event }) => states.get(event.data.body.kid)?.state === 'destroyed');
    await ports.blobs.delete(erased.flatMap(({ event }) => vaultContentOf(event.data).blobIds));
    mails += erased.length;
    after = page.position;
    atEnd = page.atEnd;
  }
  return mails;
}
