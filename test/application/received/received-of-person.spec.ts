import { receivedOfPerson } from '../../../src/application/person-export/received-of-person.js';
import { getUsage } from '../../../src/application/usage/get-usage.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { receivedProjection } from '../../../src/projections/received/received.projection.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { receiving } from '../../support/receiving.js';
import { lines } from '../../support/submitting.js';
import { ownWrites, teamId, World } from '../../support/world.js';

const message = (number: number, ...header: readonly string[]) =>
  lines(`Subject: ${number}`, `Message-ID: <${number}@example.net>`, ...header, '', 'Hello');

describe('received emails of a person', () => {
  it('are those that name exactly this address, the newest first, also among more than a page', async () => {
    const world = await World.create();
    const take = (number: number, recipient: string, ...header: readonly string[]) =>
      receiving(world).take(message(number, ...header), { recipients: [recipient] });
    await take(1, 'support@example.com', 'From: Ann <Ann@example.net>');
    await take(2, 'support@example.com', 'From: bo@example.org', 'Cc: ann@example.net, cy@example.org');
    await take(3, 'support@example.com', 'From: bo@example.org', 'Reply-To: ann@example.network');
    await take(4, 'support@example.com', 'From: ann@example.net.example.org');
    for (let number = 5; number < 110; number += 1) {
      await take(number, 'support@example.com', 'From: ann.b@example.net', 'Reply-To: ann@example.net');
    }
    await take(110, 'ann@example.net', 'From: bo@example.org');
    const ports = { ownWrites, readStore: await readModel(world, receivedProjection) };
    const { received, hasAll } = await receivedOfPerson(ports, teamId, 'ann@example.net');
    expect(hasAll).toBe(true);
    expect(received).toHaveLength(108);
    const shown = [0, 1, -2, -1].map((at) => received.at(at)).map((email) => [email?.role, email?.person]);
    expect(shown).toEqual([
      ['recipient', 'ann@example.net'],
      ['reply-to', 'ann@example.net'],
      ['cc', 'ann@example.net'],
      ['from', 'Ann <Ann@example.net>'],
    ]);
  });
});

describe('received emails in usage', () => {
  it('are those of the day and of the month of UTC, and of the team alone', async () => {
    const world = await World.create();
    const readStore = new MemoryReadStore();
    // The clock of a world begins at 10:00 on 2 March 2026.
    const times = ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z'];
    const documents = [...times, '2026-03-02T00:00:00.000Z', '2026-03-02T09:59:00.000Z'].map((at, index) => {
      const ms = Date.parse(at).toString(16).padStart(12, '0');
      const id = `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-00000000000${index}`;
      return { id, teamId };
    });
    const other = { id: `${documents[4]?.id.slice(0, -1)}9`, teamId: 'another' };
    const changes = [...documents, other].map((document, index) => {
      return { id: document.id, position: String(index).padStart(20, '0') as Position, document };
    });
    await readStore.apply(shapeOf(receivedProjection), changes, changes.at(-1)?.position ?? ('0' as Position));
    const quotaLimits = { daily: null, monthly: null };
    const ports = { ...world.process(), readStore, ownWrites, quotaLimits, requestsPerSecond: null };
    const { emails } = await getUsage(ports, { teamId });
    expect([emails.daily.received, emails.monthly.received]).toEqual([2, 4]);
  });
});
