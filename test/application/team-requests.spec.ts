import { changeOne } from '../../src/application/shared/change-one.js';
import { teamList } from '../../src/application/shared/team-list.js';
import { apiKey } from '../../src/domain/api-key/api-key.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, teamId, World } from '../support/world.js';

const stream = streamName('apikey', 'key-1');
const rename = (name: string) => ({ type: 'RenameApiKey', teamId, name }) as const;
const key = {
  apiKeyId: 'key-1',
  teamId,
  name: 'Server',
  permission: 'full_access',
  domainId: null,
  tokenHash: 'ab',
} as const;

describe('a change that a team asks for', () => {
  it('is answered with the id or the refusal, and the lists of the team wait for what was written', async () => {
    const world = await World.create();
    const noted: unknown[] = [];
    const ownWrites = {
      note: (...written: readonly unknown[]) => void noted.push(written),
      settled: async () => undefined,
    };
    const ports = { ...world.process(), ownWrites };
    const change = (command: Parameters<typeof apiKey.decide>[0]) => changeOne(ports, apiKey, stream, command, context);
    expect(await change(rename('Backup'))).toStrictEqual({ refused: 'not-found' });
    expect(await change({ type: 'CreateApiKey', key })).toStrictEqual({ id: 'key-1' });
    const [created] = await world.events(stream);
    expect(await change(rename('Server'))).toStrictEqual({ id: 'key-1' });
    expect(noted).toStrictEqual([[teamId, created?.position]]);
    world.store.plan('ApiKeyRenamed', [], 'conflict');
    expect(await change(rename('Backup'))).toStrictEqual({ refused: 'unavailable', retryAfterSeconds: 5 });
  });
});

describe('a list of a team', () => {
  const readStore = new MemoryReadStore();
  const settled: unknown[] = [];
  const ownWrites = {
    note: () => undefined,
    settled: async (...asked: readonly unknown[]) => void settled.push(asked),
  };
  const page = { limit: 10 };
  const idsOf = async (request: Omit<Parameters<typeof teamList>[2], 'teamId' | 'page'>) => {
    const found = await teamList({ readStore, ownWrites }, emailsProjection, { teamId, page, ...request });
    return 'refused' in found ? found.refused : found.documents.map(({ id }) => id);
  };

  it('has what it is narrowed to, newest first, and waits for what the team wrote', async () => {
    const rows = [
      ['1', teamId, 'delivered', 'plan'],
      ['2', teamId, 'bounced', 'plan'],
      ['3', teamId, 'delivered', 'order'],
      ['4', 'another', 'delivered', 'plan'],
    ] as const;
    const written = rows.map(([id, team, lastEvent, word]) => ({
      id,
      document: { id, teamId: team, lastEvent, tokens: [word] },
      position: '000001' as Position,
    }));
    await readStore.apply(shapeOf(emailsProjection), written, undefined);
    expect(await idsOf({})).toStrictEqual(['3', '2', '1']);
    expect(await idsOf({ equals: { lastEvent: undefined }, search: ' ' })).toStrictEqual(['3', '2', '1']);
    expect(await idsOf({ equals: { lastEvent: 'delivered' } })).toStrictEqual(['3', '1']);
    expect(await idsOf({ equals: { lastEvent: 'delivered' }, search: 'Pl' })).toStrictEqual(['1']);
    expect(settled).toContainEqual([teamId, 'emails']);
  });
});
