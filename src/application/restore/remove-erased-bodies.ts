import type { EmailAccepted } from '../../domain/email/events.js';
import { vaultContentOf } from '../../domain/shared/accepted-email.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { ErasurePorts } from '../shared/erasing.js';

const pageSize = 500;

/**
 * Deletes every body whose mail's key is destroyed, as the erasures did that a restored log knows nothing of. Answers
 * how many mails these are.
 */
export async function removeErasedBodies(
  ports: Pick<ErasurePorts, 'store' | 'codec' | 'keys' | 'blobs'>,
): Promise<number> {
  const filter = { categories: ['email'], types: ['EmailAccepted'] } as const;
  let mails = 0;
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await ports.store.readAll({ ...(after === undefined ? {} : { after }), limit: pageSize, filter });
    const accepted = ports.codec.decode(page.events) as Recorded<EmailAccepted>[];
    const states = await ports.keys.getMany(accepted.map(({ event }) => event.data.body.kid));
    const erased = accepted.filter(({ event }) => states.get(event.data.body.kid)?.state === 'destroyed');
    await ports.blobs.delete(erased.flatMap(({ event }) => vaultContentOf(event.data).blobIds));
    mails += erased.length;
    after = page.position;
    atEnd = page.atEnd;
  }
  return mails;
}
