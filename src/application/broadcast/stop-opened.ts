import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { factPatience, handle, load, type Provenance } from '../shared/handle.js';
import { loadAudience } from './broadcast-streams.js';
import { destroyPrepared, emailIdOf, membersToOpen, type OpenPorts } from './open-members.js';

/** Why an email of a canceled broadcast is not sent. */
export const canceledWhy = 'its broadcast was canceled';

/** What was opened of a canceled broadcast and still waits is not sent. */
export async function stopOpened(ports: OpenPorts, id: string, provenance: Provenance): Promise<void> {
  for (let number = 0; ; number += 1) {
    const { state, events } = await loadAudience(ports, id, number);
    const [opening] = events;
    if (state === null || opening === undefined) return;
    const unopened: number[] = [];
    for (const member of membersToOpen(state)) {
      const stream = streamName('email', emailIdOf(ports, opening.id, member));
      const known = await load(ports, email, stream);
      if (known.events.length === 0) unopened.push(member);
      if (known.state.status !== 'accepted') continue;
      const drop = { type: 'DropWaiting', destinations: 'all', why: canceledWhy } as const;
      await handle(ports, email, stream, drop, provenance, { loaded: known, patience: factPatience });
    }
    await destroyPrepared(ports, opening.id, unopened);
  }
}
