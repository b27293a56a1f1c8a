import { heldAs } from '../../../src/application/delivery/held-mail.js';
import { heldWorkOf } from '../../../src/application/installation/held-work.js';
import { recordRestore } from '../../../src/application/restore/record-restore.js';
import { load, type LogPorts } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { install, move, otherPlace } from '../../support/moved-log.js';
import { correlationId, World } from '../../support/world.js';

const provenance = {
  context: { teamId: null, actor: { kind: 'cli', id: 'restore' }, correlationId },
  region: null,
} as const;
const restored = { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '1' as Position };

/** What an email waits for that was opened because of an event at this place of the log that it was opened in. */
async function heldWithCause(ports: LogPorts, id: string, position: Position) {
  const loaded = await load(ports, email, streamName('email', id));
  const events = loaded.events.map((each) => ({
    ...each,
    metadata: { ...each.metadata, causation: { id: correlationId, position } },
  }));
  return heldAs(ports, await heldWorkOf(ports), { ...loaded, events });
}

describe('what a restore holds, in a log that was moved after it', () => {
  const headOf = async ({ store }: Pick<LogPorts, 'store'>) => (await store.head()) as Position;

  it('is what it was: by places of the log in which each email was opened', async () => {
    const world = await World.create();
    await install(world);
    await world.addDomain('example.com');
    const send = async (by: World = world) => idOf(await accepting(by).send(mailTo(['ada@one.test'])));
    const source = world.process();
    const waited = await send();
    const before = await headOf(world);
    await recordRestore(source, restored, provenance);
    const since = await headOf(world);
    const opened = await send();
    const held = async (ports: LogPorts) => [
      await heldWithCause(ports, waited, before),
      await heldWithCause(ports, opened, before),
      await heldWithCause(ports, opened, since),
    ];
    expect(await held(source)).toEqual(['emails', 'emails', undefined]);

    const { ports } = await move(world, await otherPlace(world));
    expect(await held(ports)).toEqual(['emails', 'emails', undefined]);

    // Opened where it is now: its cause lies in this log.
    const cause = async (id: string) =>
      (await ports.store.readStream(streamName('email', id)))[0]?.position as Position;
    const { store } = ports;
    Object.assign(world, { store });
    const later = await send();
    expect(await heldWithCause(ports, later, await cause(waited))).toBe('emails');
    expect(await heldWithCause(ports, later, await cause(opened))).toBeUndefined();
  });
});
