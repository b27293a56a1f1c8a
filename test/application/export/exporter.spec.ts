import { parse } from 'papaparse';
import { createExporter } from '../../../src/application/export/exporter.js';
import { exporter } from '../../../src/application/export/exporter-facts.js';
import {
  type ExportProgress,
  getExport,
  getExportFile,
  listExports,
  requestExport,
} from '../../../src/application/export/exports.js';
import { deleteExport } from '../../../src/application/export/delete-export.js';
import type { EmailFilter } from '../../../src/application/email/find-emails.js';
import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import { VaultUnavailable } from '../../../src/application/ports/vault.js';
import { handle } from '../../../src/application/shared/handle.js';
import { noteAndPass } from '../../../src/application/shared/run-process-manager.js';
import { dataExport } from '../../../src/domain/export/export.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { csvWriter } from '../../../src/infrastructure/csv/csv-writer.js';
import { linksIn } from '../../../src/infrastructure/html/read-links.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { exportsProjection } from '../../../src/projections/exports/exports.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { context, ownWrites, teamId, useWorld, world } from '../../support/world.js';

const { jest } = import.meta;
const otherTeamId = '0195d6a0-0000-7000-8000-00000000000b';

describe('exports', () => {
  useWorld();
  let readStore: MemoryReadStore;
  let exportLimits: { kept: number; keptBytes: number };
  beforeEach(async () => {
    readStore = new MemoryReadStore();
    exportLimits = { kept: 20, keptBytes: 1_000_000 };
    await world.addDomain('example.com');
  });
  const send = async (to: string, subject = 'Hello') => idOf(await accepting(world).send(mailTo([to], { subject })));
  const portsOf = (exportProgress: ExportProgress = new Map()) => ({
    ...world.process(),
    readStore,
    ownWrites,
    csv: csvWriter,
    linksIn,
    exportProgress,
    exportLimits,
  });

  async function ask(filters: EmailFilter = {}): Promise<string> {
    const asked = await requestExport(portsOf(), { context, kind: 'emails', filters });
    if ('refused' in asked) throw new Error(asked.refused);
    await catchUp();
    return asked.id;
  }
  async function catchUp(): Promise<void> {
    for (const projection of [emailsProjection, exportsProjection]) {
      await readStore.reset(projection);
      await readModel(world, projection, readStore);
    }
  }

  /** A process that has read the log from its beginning, as one does that knows of no position. */
  async function process(stop = new AbortController()) {
    const failures: unknown[] = [];
    const ports = portsOf();
    const manager = createExporter(ports, stop.signal, (error) => failures.push(error));
    let read: Position | undefined;
    const work = async () => {
      const page = await world.store.readAll({
        limit: 1_000,
        filter: exporter.filter,
        ...(read === undefined ? {} : { after: read }),
      });
      for (const stored of page.events) noteAndPass(manager, stored);
      read = page.position ?? read;
      await manager.act();
      await manager.idle();
      await catchUp();
    };
    return { failures, manager, ports, work };
  }

  async function fileOf(exportId: string, team = teamId): Promise<string | undefined> {
    const file = await getExportFile(portsOf(), { teamId: team, exportId });
    if (file === undefined) return undefined;
    const pieces: Buffer[] = [];
    for await (const piece of file.content) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    expect(whole.length).toBe(file.bytes);
    return whole.toString('utf8');
  }
  const rowsOf = (csv: string | undefined) =>
    parse<Readonly<Record<string, string>>>(csv ?? '', { header: true, skipEmptyLines: true }).data;
  const shown = (exportId: string) => getExport(portsOf(), { teamId, exportId });

  it('makes a file of what the list shows, which no spreadsheet takes for formulas', async () => {
    const found = await send('ada@one.test', '=1+1 "quoted", and\tmore');
    await send('bob@two.test');
    const id = await ask({ search: 'one.test' });
    expect(await shown(id)).toMatchObject({ status: 'running', rows: null });
    expect(await fileOf(id)).toBeUndefined();
    const { work, failures } = await process();
    await work();
    expect(failures).toEqual([]);
    expect(await shown(id)).toMatchObject({ status: 'finished', rows: 1, expiresAt: expect.any(String) as string });
    expect(rowsOf(await fileOf(id))).toEqual([
      expect.objectContaining({ id: found, to: 'ada@one.test', subject: `'=1+1 "quoted", and\tmore` }),
    ]);
    expect(await fileOf(id, otherTeamId)).toBeUndefined();
    const list = await listExports(portsOf(), { teamId, page: { limit: 10 } });
    expect(list).toMatchObject({ documents: [{ id }], hasMore: false });
    const others = await listExports(portsOf(), { teamId: otherTeamId, page: { limit: 10 } });
    expect(others).toMatchObject({ documents: [] });
  });

  it('writes each row of many pages once', async () => {
    await send('ada@one.test');
    const id = await ask();
    const [stored] = (await readStore.list(emailsProjection, { equals: {}, orderBy: 'id', direction: 'asc', limit: 1 }))
      .documents;
    const copies = Array.from({ length: 1_200 }, (_, number) => {
      const copy = `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      return { id: copy, position: stored!.position, document: { ...stored!.document, id: copy } };
    });
    await readStore.apply(emailsProjection, copies, undefined);
    const { work } = await process();
    await work();
    const ids = rowsOf(await fileOf(id)).map((row) => row['id']);
    expect([ids.length, new Set(ids).size]).toEqual([1_201, 1_201]);
  });

  it('keeps nothing of it in the clear', async () => {
    await send('ada@one.test', 'Confidential');
    const id = await ask({ search: 'confid' });
    const { work } = await process();
    await work();
    const { events } = await world.store.readAll({ limit: 1_000 });
    expect(JSON.stringify(events)).not.toMatch(/confid/i);
    const blobs = await world.vault.entries('blob', '', 1_000);
    const bytes = await Promise.all(blobs.map((blob) => world.blobs.get(blob.id)));
    expect(Buffer.concat(bytes.flatMap((found) => found ?? [])).toString('latin1')).not.toMatch(/confid/i);
    expect(await fileOf(id)).toContain('Confidential');
  });

  it('makes a file anew that a killed process had begun', async () => {
    await send('ada@one.test');
    const id = await ask();
    const first = await process();
    const stage = jest.spyOn(world.blobs, 'stage').mockImplementationOnce(async (_id, bytes) => {
      for await (const piece of bytes) if (piece.length > 0) break;
      throw new VaultUnavailable('the process was killed here');
    });
    await first.work();
    stage.mockRestore();
    expect(first.failures).toHaveLength(1);
    expect(await shown(id)).toMatchObject({ status: 'running' });
    const second = await process();
    await second.work();
    expect(await shown(id)).toMatchObject({ status: 'finished', rows: 1 });
    expect(rowsOf(await fileOf(id))).toHaveLength(1);
  });

  it('waits until the read model has come as far as the request', async () => {
    await send('ada@one.test');
    const asked = await requestExport(portsOf(), { context, kind: 'emails', filters: {} });
    if ('refused' in asked) throw new Error(asked.refused);
    const { work } = await process();
    await work();
    await work();
    expect(await shown(asked.id)).toMatchObject({ status: 'finished', rows: 1 });
  });

  it('destroys it after seven days, also where another process made it, and not because the clock is wrong for a moment', async () => {
    await send('ada@one.test');
    const id = await ask();
    await (await process()).work();
    world.clock.advance(7 * 86_400_000 - 1);
    const later = await process();
    await later.work();
    expect(await fileOf(id)).toContain('ada@one.test');
    world.clock.setTimeOfDay(world.clock.now() + 40 * 86_400_000);
    await later.work();
    expect(await fileOf(id)).toContain('ada@one.test');
    world.clock.setTimeOfDay(world.clock.now() - 40 * 86_400_000);
    world.clock.advance(1);
    await later.work();
    expect(await fileOf(id)).toBeUndefined();
    expect(await shown(id)).toBeUndefined();
    expect(await world.vault.entries('blob', '', 1_000)).toHaveLength(1);
    expect(later.manager.backlog.isEmpty).toBe(true);
  });

  it.each([
    ['the team', context],
    // An erasure reaches every team's data, and the page asks for it on behalf of one.
    ['another team', { ...context, teamId: 'another' }],
  ])('destroys what was made, and what is being made, when %s erases a person', async (_by, by) => {
    const erased = await send('ada@one.test');
    const made = await ask();
    await (await process()).work();
    const running = await ask();
    await eraseEmails(world.process(), [erased], by);
    const next = await process();
    await next.work();
    expect([await shown(made), await shown(running)]).toEqual([undefined, undefined]);
    expect([await fileOf(made), await fileOf(running)]).toEqual([undefined, undefined]);
    const since = await ask();
    await next.work();
    expect(await fileOf(since)).not.toContain('ada@one.test');
  });

  it('keeps so many, and so many bytes, and a deleted one makes room', async () => {
    await send('ada@one.test');
    const next = await process();
    exportLimits.kept = 2;
    const [first, second] = [await ask(), await ask()];
    await next.work();
    await next.work();
    const request = () => requestExport(portsOf(), { context, kind: 'emails', filters: {} });
    expect(await request()).toEqual({ refused: 'too-many-kept-exports', limit: 2 });
    const remove = (id: string, team = teamId) =>
      deleteExport(portsOf(), { context: { ...context, teamId: team }, exportId: id });
    expect(await remove(first, otherTeamId)).toEqual({ refused: 'not-found' });
    expect(await remove(first)).toEqual({ id: first });
    expect(await fileOf(first)).toBeUndefined();
    expect(await remove(first)).toEqual({ refused: 'not-found' });
    await next.work();
    expect(await world.vault.entries('blob', '', 1_000)).toHaveLength(2);

    // One more byte than the second one has: room for no other file.
    exportLimits.keptBytes = ((await shown(second))?.bytes ?? 0) + 1;
    const third = await ask();
    await next.work();
    expect(await shown(third)).toMatchObject({ status: 'failed', reason: 'too-large', bytes: null });
    expect(await world.vault.entries('blob', '', 1_000)).toHaveLength(2);
    expect(await remove(third)).toEqual({ id: third });
    await catchUp();
    exportLimits.keptBytes -= 1;
    expect(await request()).toMatchObject({ refused: 'exports-too-large' });
    expect(next.failures).toEqual([]);
  });

  it('gives up a deleted one that is being made', async () => {
    await send('ada@one.test');
    const id = await ask();
    await deleteExport(portsOf(), { context, exportId: id });
    const { work, manager } = await process();
    await work();
    expect(await shown(id)).toBeUndefined();
    expect(manager.backlog.isEmpty).toBe(true);
  });

  it('fails what ended two processes, and goes on with what an orderly stop or a failure left', async () => {
    await send('ada@one.test');
    const [deadly, other] = [await ask(), await ask()];
    const say = (exportId: string, type: 'BeginExport' | 'LeaveExport') =>
      handle(world.process(), dataExport, streamName('export', exportId), { type }, { context, region: null });
    // Two processes begin and are not heard of again; of the other export, one of them stopped in order.
    await say(deadly, 'BeginExport');
    await say(deadly, 'BeginExport');
    await say(other, 'BeginExport');
    await say(other, 'LeaveExport');
    await say(other, 'BeginExport');
    const { work, failures } = await process();
    await work();
    await work();
    await work();
    expect(await shown(deadly)).toMatchObject({ status: 'failed', reason: 'ended-the-process' });
    expect(await shown(other)).toMatchObject({ status: 'finished', rows: 1 });
    expect(failures).toEqual([]);
  });

  it('lets a team have two under way at once', async () => {
    await ask();
    await ask();
    const third = await requestExport(portsOf(), { context, kind: 'emails', filters: {} });
    expect(third).toEqual({ refused: 'too-many-exports', limit: 2 });
  });
});
