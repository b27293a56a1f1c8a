import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { rootOf } from '../../../src/application/seal/seal-content.js';
import type { LogSealed } from '../../../src/domain/log-seal/events.js';
import type { Recorded } from '../../../src/domain/shared/recorded.js';
import { logSealStream } from '../../../src/domain/shared/stream-name.js';
import { createEventCodec } from '../../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../../src/programs/resources/resources.js';
import { sealMath } from '../../../src/infrastructure/crypto/seal-key.js';
import { eventually as waitFor } from '../../support/gate.js';
import { answerOf, deliver, posthorn, rowsOf, tamper } from './setup.js';
import { type Answer, dataDir, log, row, useWrittenLog } from './verify-setup.js';

describe('verify against the seals', () => {
  const start = useWrittenLog();

  /** As the file is left by somebody who knows how digests and chains are made, but has no key. */
  const forge = (change: (seal: LogSealed['data']) => LogSealed['data']) => {
    const [row] = rowsOf<StoredEvent>(dataDir, log, "SELECT * FROM events WHERE stream = 'logseal-main'");
    const codec = createEventCodec({ registry: eventRegistry });
    const [{ event, metadata, id }] = codec.decode([row!]) as [Recorded<LogSealed>];
    const events = [{ id, event: { ...event, data: change(event.data) }, metadata }];
    const [encoded] = codec.encode([{ stream: logSealStream, predecessor: null, events }], new Map());
    const { data, metadata: text } = encoded!.events[0];
    tamper(dataDir, log, `UPDATE events SET data = '${data}', metadata = '${text}' WHERE id = '${id}'`);
  };
  const withRoot = (data: LogSealed['data']) => ({ ...data, root: rootOf(sealMath, data.leaves, null) });
  const countOfSeals = () => rowsOf(dataDir, log, "SELECT 1 FROM events WHERE type = 'LogSealed'").length;
  const missing = (stream: string, revision: number, problem: RegExp) => ({
    ok: false,
    bad: { stream, revision, id: null, position: null, problem: expect.stringMatching(problem) },
  });

  it('finds that an orderly stop left everything sealed', async () => {
    expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true, seals: 1, unsealed: 0 });
  });

  it('names the stream whose last event was dropped', async () => {
    tamper(dataDir, log, `DELETE FROM events WHERE id = '${row(2).id}'`);
    expect(await answerOf<Answer>(dataDir, ['verify'], 1)).toMatchObject(
      missing(row(2).stream, 2, /seal 1 names it as the last event of its stream, and it is not there/),
    );
  });

  it('names the stream that was dropped whole, also where the store calls it removed', async () => {
    tamper(dataDir, log, `DELETE FROM events WHERE stream = '${row(0).stream}'`);
    const gone = missing(row(0).stream, 2, /seal 1 names it; the whole stream is gone, and no StreamRetired says so/);
    expect(await answerOf<Answer>(dataDir, ['verify'], 1)).toMatchObject(gone);
    tamper(dataDir, log, `INSERT INTO removed_streams VALUES ('${row(0).stream}', 'tombstone', 2)`);
    expect(await answerOf<Answer>(dataDir, ['verify'], 1)).toMatchObject(gone);
    const { exitCode, stdout } = await posthorn(dataDir, ['verify']);
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining(`${row(0).stream} revision 2: seal 1 names it`)]);
  });

  it.each<[string, (data: LogSealed['data']) => LogSealed['data'], RegExp]>([
    ['a leaf was altered', (data) => ({ ...data, leaves: data.leaves.slice(1) }), /root does not fit/],
    [
      'a leaf and the root were altered',
      (data) => withRoot({ ...data, leaves: data.leaves.slice(1) }),
      /signature is wrong/,
    ],
    ['the count was altered', (data) => ({ ...data, count: data.count - 1 }), /signature is wrong/],
    [
      'another public key was put in',
      (data) => ({ ...data, publicKey: Buffer.alloc(32, 1).toString('base64url') }),
      /signature is wrong/,
    ],
  ])('names the seal when %s', async (_case, change, problem) => {
    forge(change);
    const { bad } = await answerOf<Answer>(dataDir, ['verify'], 1);
    expect(bad).toMatchObject({
      stream: 'logseal-main',
      revision: 0,
      problem: expect.stringMatching(problem),
    });
  });

  it('names the seal when one byte of it was altered', async () => {
    tamper(dataDir, log, `UPDATE events SET data = replace(data, '"count":', '"count":1') WHERE type = 'LogSealed'`);
    const { bad } = await answerOf<Answer>(dataDir, ['verify'], 1);
    expect(bad).toMatchObject({ stream: 'logseal-main', problem: 'its digest does not fit its content' });
  });

  it('prints a head that proves later that the log still has it', async () => {
    const published = await posthorn(dataDir, ['verify', '--head', '--json']);
    const head = JSON.parse(published.stdout) as Record<string, unknown>;
    expect(head).toEqual({
      seal: 1,
      firstEventId: expect.any(String),
      lastEventId: expect.any(String),
      count: expect.any(Number),
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      signature: expect.any(String),
      publicKey: expect.any(String),
    });
    const text = (await posthorn(dataDir, ['verify', '--head'])).stdout;
    expect(text).toContain(`root        ${String(head['root'])}`);
    expect(text).toContain(`public key  ${String(head['publicKey'])}`);

    const file = join(dataDir, 'head.json');
    writeFileSync(file, published.stdout);
    for (const given of [published.stdout, file]) {
      expect(await posthorn(dataDir, ['verify', '--contains', given])).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('The published head of seal 1 is in the log.'),
      });
    }
    tamper(dataDir, log, "DELETE FROM events WHERE type = 'LogSealed'");
    // The log by itself says nothing of a seal that is gone.
    expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true, seals: 0 });
    expect(await answerOf<Answer>(dataDir, ['verify', '--contains', file], 1)).toMatchObject({
      ok: false,
      bad: { stream: 'logseal-main', problem: expect.stringContaining('a head of seal 1 was published') },
    });
    expect(await posthorn(dataDir, ['verify', '--head'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('no seal yet'),
    });
  });

  it.each([['{"seal":1}'], ['no-such-file']])('does not take %s for a head', async (given) => {
    expect(await posthorn(dataDir, ['verify', '--contains', given])).toMatchObject({
      exitCode: 64,
      stderr: expect.stringContaining('--contains takes what verify --head --json printed'),
    });
  });

  it('loses nothing and seals nothing twice when servers are killed again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const server = await start(dataDir, { POSTHORN_TEST_SEAL_EVERY_MS: '1000' });
      await deliver(server);
      // Killed while the seal over this mail is due, written, or neither.
      if (round > 0) {
        const before = countOfSeals();
        await waitFor(() => countOfSeals() > before);
      }
      await server.kill();
      expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true });
    }
    const last = await start(dataDir);
    expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true });
    last.process.kill('SIGTERM');
    await once(last.process, 'exit');
    expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true, unsealed: 0 });
  }, 120_000);
});
