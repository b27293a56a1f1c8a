import { MessageChannel } from 'node:worker_threads';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { connectProjections } from '../../../src/infrastructure/projection-runner/projections-client.js';
import { serveProjections } from '../../../src/infrastructure/projection-runner/serve-projections.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { idAt, teamId } from '../../support/recorded-events.js';

const patienceMs = 5_000;

let log: EncodedLog;
let channel: MessageChannel;
let failures: (readonly [source: string, message: string])[];
let firstFailure: Promise<void>;
let noteFailure: (source: string, message: string) => void;

beforeEach(() => {
  log = new EncodedLog(new MemoryEventStore(), new MemoryKeyStore());
  channel = new MessageChannel();
  failures = [];
  firstFailure = new Promise((resolve) => {
    noteFailure = (source, message) => {
      failures.push([source, message]);
      resolve();
    };
  });
});
afterEach(() => channel.port1.close());

function serve(
  projections: readonly AnyProjection[] = [emailsProjection, pendingProjection],
  readStore = new MemoryReadStore(),
) {
  const { store, codec, keys } = log;
  serveProjections({
    port: channel.port2,
    projections,
    readStore,
    store,
    codec,
    keys,
    timingsOf: () => ({ paceMs: 0, faultDelaysMs: [] }),
  });
  return connectProjections(channel.port1, { onFailure: noteFailure });
}

describe('serveProjections', () => {
  it('answers reads of what it has folded', async () => {
    const { projections } = serve();
    const { readStore, whenProcessed } = projections;
    const last = await log.acceptMail(1);
    expect(await whenProcessed('emails', last, patienceMs)).toBe(true);
    expect(await readStore.get(emailsProjection, idAt(1))).toMatchObject({ subject: 'A secret subject' });
    expect((await readStore.getMany(emailsProjection, [idAt(1)])).get(idAt(1))).toMatchObject({ position: last });
    const query = { equals: { teamId }, orderBy: 'id', direction: 'desc', limit: 1 } as const;
    expect(await readStore.list(emailsProjection, query)).toMatchObject({
      documents: [{ id: idAt(1) }],
      hasMore: false,
    });
    expect(await readStore.count(emailsProjection, { teamId })).toBe(1);
    expect(await readStore.checkpoint(emailsProjection)).toBe(last);
    expect(await projections.status()).toMatchObject([
      { name: 'emails', state: 'running', position: last, lagMs: 0 },
      { name: 'pending', version: pendingProjection.version },
    ]);
    await projections.close();
  });

  it('tells of changed documents, and of nothing else', async () => {
    const { projections } = serve();
    const heard: Position[] = [];
    const forget = projections.onAdvanced('pending', (position) => heard.push(position));
    const first = await log.acceptMail(1);
    await projections.whenProcessed('pending', first, patienceMs);
    await projections.whenProcessed('pending', await log.createTeam(1), patienceMs);
    expect(heard).toEqual([first]);
    forget();
    await projections.whenProcessed('pending', await log.deliver(1), patienceMs);
    expect(heard).toEqual([first]);
    await projections.close();
  });

  it('says when a wait takes too long', async () => {
    const { projections } = serve();
    expect(await projections.whenProcessed('emails', '9'.repeat(20) as Position, 1)).toBe(false);
    await projections.close();
  });

  it('passes on what fails, by name', async () => {
    const broken: AnyProjection = {
      ...pendingProjection,
      keys() {
        throw new Error('a bug');
      },
    };
    const { projections } = serve([emailsProjection, broken]);
    const last = await log.acceptMail(1);
    await projections.whenProcessed('emails', last, patienceMs);
    await firstFailure;
    expect(await projections.status()).toMatchObject([{ state: 'running' }, { name: 'pending', state: 'stopped' }]);
    expect(failures).toEqual([['pending', expect.stringContaining('a bug')]]);
    await projections.close();
  });

  it('refuses a read that fails, and goes on', async () => {
    const readStore = new MemoryReadStore();
    readStore.count = () => Promise.reject(new Error('no such field'));
    const { projections } = serve([emailsProjection], readStore);
    await expect(projections.readStore.count(emailsProjection, {})).rejects.toThrow('no such field');
    expect(await projections.readStore.get(emailsProjection, idAt(1))).toBeUndefined();
    await projections.close();
  });

  it('fails what is asked of a thread that is gone', async () => {
    const client = connectProjections(channel.port1);
    const open = client.projections.status();
    client.abandon('the thread has ended');
    await expect(open).rejects.toMatchObject({ code: 'projections-gone' });
    await expect(client.projections.status()).rejects.toMatchObject({ code: 'projections-gone' });
  });
});
