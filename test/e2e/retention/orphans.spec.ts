import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../../src/infrastructure/sqlite/database.js';
import { eventually } from '../../support/gate.js';
import { startServer, temporaryFolder } from '../../support/server.js';
import { aheadBy } from '../../support/shifted-server.js';
import { answerOf, ask, deliver, filesWith, mail, rowsOf } from '../cli/setup.js';

const dayMs = 86_400_000;

interface KeyRow {
  readonly anchor: string;
  readonly keys: Uint8Array;
}
interface Body {
  readonly anchor: string;
  readonly bytes: Uint8Array;
}

/** Key rows of emails: the request log has keys of its own. */
const keyRows = (dataDir: string) =>
  rowsOf<KeyRow>(dataDir, 'vault.sqlite', "SELECT * FROM key_rows WHERE anchor NOT LIKE 'requestlog-%' ORDER BY row");
const bodies = (dataDir: string) =>
  rowsOf<Body>(dataDir, 'vault.sqlite', 'SELECT * FROM blobs JOIN slots USING (slot) ORDER BY id');

/** Enough of them to be found nowhere else. */
const sample = (bytes: Uint8Array): Buffer => Buffer.from(bytes.subarray(24, 40));

describe('a server killed between the two commits of two accepts', () => {
  it('leaves nothing of the one, and nothing of the keyed one, in any file a day later', async () => {
    const dataDir = temporaryFolder();
    const server = await startServer({ dataDir });
    const kept = await deliver(server);

    // The log cannot be written while somebody else holds its lock; the vault can.
    const log = openDatabase(join(dataDir, 'eventlog.sqlite'));
    log.exec('BEGIN IMMEDIATE');
    const cutOff = [{}, { 'idempotency-key': 'cut-off' }].map((headers) =>
      fetch(`${server.url}/emails`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...mail, subject: 'Never accepted' }),
      }).catch(() => undefined),
    );
    await eventually(() => keyRows(dataDir).length === 3 && bodies(dataDir).length === 3);
    await server.kill();
    log.exec('ROLLBACK');
    log.close();
    expect(await Promise.all(cutOff)).toEqual([undefined, undefined]);
    const orphans = keyRows(dataDir).slice(1);
    const traces = [
      ...orphans.map(({ keys }) => sample(keys)),
      ...bodies(dataDir)
        .slice(1)
        .map(({ bytes }) => sample(bytes)),
    ];
    expect(traces).toHaveLength(4);
    const holding = () => traces.filter((trace) => filesWith(dataDir, [trace]).length > 0);
    expect(holding()).toEqual(traces);

    const later = await startServer({ dataDir, env: aheadBy(dayMs + 60_000) });
    await eventually(() => holding().length === 0);
    for (const { anchor } of orphans) {
      expect(rowsOf(dataDir, 'eventlog.sqlite', `SELECT type FROM events WHERE stream = '${anchor}'`)).toEqual([
        { type: 'AcceptAbandoned' },
      ]);
    }
    expect(await ask(later, later.key, `/emails/${kept}`)).toMatchObject({
      status: 200,
      body: { subject: mail.subject, text: mail.text },
    });
    expect(await later.stop()).toBe(0);
    expect(holding()).toEqual([]);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
    rmSync(dataDir, { recursive: true });
  }, 480_000);
});
