import { createImport } from '../../../src/application/import/upload-import.js';
import { createImporter } from '../../../src/application/import/importer.js';
import { decideHeld } from '../../../src/application/restore/decide-held.js';
import { heldList } from '../../../src/application/restore/held-list.js';
import { recordRestore } from '../../../src/application/restore/record-restore.js';
import { handle } from '../../../src/application/shared/handle.js';
import { destroyKeysOf } from '../../../src/application/shared/personal-values.js';
import type { WhenProcessed } from '../../../src/application/shared/own-writes.js';
import { contactImport } from '../../../src/domain/import/import.js';
import { installation } from '../../../src/domain/installation/installation.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { installationStream, streamName } from '../../../src/domain/shared/stream-name.js';
import { readBareAddress as readAddress } from '../../../src/infrastructure/addresses/mailbox.js';
import { csvWriter } from '../../../src/infrastructure/csv/csv-writer.js';
import { noDiskLimit } from '../../support/no-disk-limit.js';
import { createGate } from '../../support/gate.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { notes } from '../../support/process-managers.js';
import { waitFor } from '../../support/wait-for.js';
import { context, ownWrites, useWorld, world } from '../../support/world.js';

const settings = {
  columnMap: undefined,
  onConflict: 'upsert',
  segmentIds: [],
  topics: [],
  fileAt: undefined,
  encoding: undefined,
  standing: undefined,
  ignoredColumns: [],
} as const;

const twoRows = 'email,first_name\nann@example.com,Ann\nbob@example.com,Bob\n';

describe('an import', () => {
  useWorld();

  /** An import of two rows, and whether the lists show them. */
  async function importing(whenProcessed: WhenProcessed, file = twoRows) {
    const readStore = new MemoryReadStore();
    const ports = {
      ...world.process(),
      ...{ readStore, ownWrites, whenProcessed, csv: csvWriter, readAddress, disk: noDiskLimit },
    };
    const form = {
      async read(take: (content: AsyncIterable<Buffer>) => Promise<void>) {
        await take(only(file));
        return { fileName: null, settings };
      },
    };
    const created = await createImport(ports, { context, form });
    if ('refused' in created) throw new Error(created.refused);
    const failures: unknown[] = [];
    const importer = createImporter(ports, new AbortController().signal, (error) => failures.push(error));
    await notes(world, importer);
    /** Another process, in which the file answers this. */
    const next = async (getRange?: () => Promise<Buffer | undefined>) => {
      const blobs = Object.create(ports.blobs) as typeof ports.blobs;
      const own = getRange === undefined ? ports : { ...ports, blobs: Object.assign(blobs, { getRange }) };
      const process = createImporter(own, new AbortController().signal, () => undefined);
      await notes(world, process);
      await process.act();
      return process;
    };
    const { id } = created;
    return { importer, failures, id, next, types: () => world.types(streamName('import', id)) };
  }

  it('is completed no sooner than the list of contacts shows its rows', async () => {
    const gate = createGate();
    const asked: { readonly projection: string; readonly position: Position }[] = [];
    const { importer, failures, types } = await importing(async (projection, position) => {
      asked.push({ projection, position });
      await gate.pass();
      return true;
    });
    await importer.act();
    await gate.reached;
    expect(await types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied']);
    const { events } = await world.store.readAll({ limit: 100, filter: { types: ['ContactCreated'] } });
    expect(events).toHaveLength(2);
    expect(asked.map(({ projection }) => projection)).toEqual(['contacts']);
    for (const { position } of events) expect(asked[0] && asked[0].position >= position).toBe(true);
    gate.open();
    await importer.idle();
    expect(await types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied', 'ImportCompleted']);
    expect(failures).toEqual([]);
  });

  it('looks again where the list is still behind', async () => {
    const answers = [false, false, true];
    const { importer, failures, types } = await importing(async () => answers.shift() ?? true);
    await importer.act();
    await importer.idle();
    expect(answers).toEqual([]);
    expect(await types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied', 'ImportCompleted']);
    expect(failures).toEqual([]);
  });

  it('is completed where the list never comes to the end of the log, because others go on writing', async () => {
    let [asks, shown] = [0, ''];
    const { importer, types } = await importing(async (_, position) => {
      asks += 1;
      if (asks > 5) throw new Error('it waits for what others write');
      const isListed = position <= shown;
      shown = (await world.store.head()) ?? '';
      await world.addDomain(`others${asks}.test`);
      return isListed;
    });
    await importer.act();
    await importer.idle();
    expect(asks).toBe(2);
    expect((await types()).at(-1)).toBe('ImportCompleted');
  });

  it('writes a contact once for all rows of its address in a part of the file', async () => {
    const rows = Array.from({ length: 2_500 }, (_, row) => `same@example.com,Name ${row}\n`).join('');
    const { importer, failures } = await importing(async () => true, `email,first_name\n${rows}`);
    await importer.act();
    await importer.idle();
    const types = ['ContactCreated', 'ContactChanged', 'ImportChunkApplied'];
    const { events } = await world.store.readAll({ limit: 100, filter: { types } });
    const count = (type: string) => events.filter((each) => each.type === type).length;
    expect([count('ContactCreated'), count('ContactChanged')]).toEqual([1, 2]);
    const counts = events.flatMap(({ type, data }) =>
      type === 'ImportChunkApplied' ? [(JSON.parse(data) as { readonly counts: object }).counts] : [],
    );
    const part = { skipped: 0, failed: 0 };
    expect(counts).toEqual([
      { ...part, created: 1, updated: 999 },
      { ...part, created: 0, updated: 1_000 },
      { ...part, created: 0, updated: 500 },
    ]);
    expect(failures).toEqual([]);
  });

  /** As they are counted, and how often each type of event was written for them. */
  async function imported(file: string) {
    const { importer, id, failures } = await importing(async () => true, file);
    await importer.act();
    await importer.idle();
    const [, , applied] = await world.events(streamName('import', id));
    if (applied?.event.type !== 'ImportChunkApplied') throw new Error(`no chunk was applied: ${String(failures[0])}`);
    return applied.event.data.counts;
  }

  it('makes new contacts together, each under a key that can be destroyed alone', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `person${row}@example.com,Name ${row}\n`).join('');
    expect(await imported(`email,first_name\n${rows}`)).toMatchObject({ created: 120 });
    const ofContacts = [...world.keys.rows.values()].filter(({ anchor }) => anchor.startsWith('contact-'));
    expect(ofContacts.map(({ keys }) => keys.length)).toEqual([25, 25, 25, 25, 20]);
    const [one, other] = await world.streamsWith('ContactCreated');
    if (one === undefined || other === undefined) throw new Error('there are contacts');
    await destroyKeysOf(world.process(), one);
    const profiles = (await Promise.all([one, other].map((stream) => world.events(stream)))).map(
      ([created]) => created?.event.type === 'ContactCreated' && created.event.data.profile,
    );
    expect(profiles).toMatchObject([{ erased: true }, { value: { firstName: 'Name 1' } }]);
  });

  it.each(['conflict', 'lost', 'late'] as const)(
    'writes a row once whose append was %s, and the others',
    async (fault) => {
      world.store.plan('ContactAddressTaken', ['fine', fault]);
      const rows = 'ann@example.com\nbob@example.com\ncid@example.com\n';
      expect(await imported(`email\n${rows}`)).toEqual({ created: 3, updated: 0, skipped: 0, failed: 0 });
      expect(await world.streamsWith('ContactCreated')).toHaveLength(3);
      expect(await world.streamsWith('ContactAddressTaken')).toHaveLength(3);
    },
  );

  it('tells who is there from who is new', async () => {
    await imported('email,first_name\nann@example.com,Ann\nbob@example.com,Bob\n');
    const file = 'email,first_name\nann@example.com,Ann\nbob@example.com,Bobby\ncid@example.com,Cid\n';
    expect(await imported(file)).toEqual({ created: 1, updated: 1, skipped: 1, failed: 0 });
  });

  it('that fails keeps no other from its turn, and goes on with the next', async () => {
    const broken = await importing(async () => true);
    const [created] = await world.store
      .readAll({ limit: 1, filter: { types: ['ImportCreated'] } })
      .then((read) => read.events);
    const { file } = JSON.parse(created?.data ?? '{}') as { readonly file: { readonly blobId: string } };
    await world.process().blobs.delete([file.blobId]);
    const { importer, failures, types } = await importing(async () => true);
    await importer.act();
    await importer.idle();
    expect(await types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied', 'ImportCompleted']);
    expect(await broken.types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportLeft']);
    expect(failures).toHaveLength(1);
  });

  it('that ended two processes while it was undone stays half undone, and says so', async () => {
    const { importer, id, types, next } = await importing(async () => true);
    await importer.act();
    await importer.idle();
    const undo = { type: 'RequestUndo', teamId: context.teamId } as const;
    await handle(world.process(), contactImport, streamName('import', id), undo, { context, region: null });
    const last = async (count: number) => (await types()).slice(-count);
    for (const said of [
      ['ImportUndoRequested', 'ImportBegun'],
      ['ImportBegun', 'ImportBegun'],
    ]) {
      await next(() => new Promise(() => undefined));
      await waitFor(
        () => last(2),
        (found) => String(found) === String(said),
      );
    }
    await (await next()).idle();
    expect(await last(2)).toEqual(['ImportBegun', 'ImportUndoFailed']);
  });

  it('that no process ended in the middle of is begun as often as one stops', async () => {
    const { types, next } = await importing(async () => true);
    for (let round = 0; round < 3; round += 1) await (await next(async () => undefined)).idle();
    expect(await types()).toEqual(['ImportCreated', ...Array(3).fill(['ImportBegun', 'ImportLeft']).flat()]);
  });

  it('of a backup waits until it is decided, and holds up no other', async () => {
    const by = { context: { ...context, teamId: null }, region: null };
    const created = { installationId: 'i1', firstTeamId: context.teamId, keyStoreId: 'k1' };
    const install = { type: 'CreateInstallation', installation: created } as const;
    await handle(world.process(), installation, installationStream, install, by);
    const before = await importing(async () => true);
    const backup = { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '1' as Position };
    await recordRestore(world.process(), backup, by);
    const { importer, failures, types } = await importing(async () => true);
    await importer.act();
    await importer.idle();
    expect(await types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied', 'ImportCompleted']);
    expect(await before.types()).toEqual(['ImportCreated']);
    const held = await heldList(world.process(), undefined, 'read');
    expect(held.imports).toMatchObject([{ rowsDone: 0, isUndo: false }]);
    const none = { all: undefined, byId: new Map() };
    const decided = { broadcasts: none, imports: { ...none, all: 'send' as const }, confirmations: none, emails: none };
    await decideHeld(world.process(), held, decided, by);
    await importer.act();
    await importer.idle();
    expect(await before.types()).toEqual(['ImportCreated', 'ImportBegun', 'ImportChunkApplied', 'ImportCompleted']);
    expect(failures).toEqual([]);
  });
});

async function* only(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
