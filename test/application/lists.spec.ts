import { ApiKeys } from '../../src/application/api-key/api-keys.js';
import { listApiKeys } from '../../src/application/api-key/list-api-keys.js';
import { getDomain, listDomains, listShownDomains } from '../../src/application/sending-domain/read-domains.js';
import { createOwnWrites } from '../../src/application/shared/own-writes.js';
import type { Page, PageRequest } from '../../src/application/shared/page.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { type ApiKeyDocument, apiKeysProjection } from '../../src/projections/api-keys/api-keys.projection.js';
import type { DomainDocument } from '../../src/projections/domains/domains.document.js';
import { domainsProjection } from '../../src/projections/domains/domains.projection.js';
import { idOf, streamName } from '../../src/domain/shared/stream-name.js';
import { delivering } from '../support/delivering.js';
import { domainDocumentOf, recordSettings } from '../support/domain-facts.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, teamId, useWorld, World, world } from '../support/world.js';

const position = (number: number): Position => String(number).padStart(6, '0') as Position;
const none = { settled: async () => undefined, note: () => undefined };

function idsOf(page: Page<{ readonly id: string }>): readonly string[] {
  if ('refused' in page) throw new Error(page.refused);
  return page.documents.map(({ id }) => id);
}

describe('a list', () => {
  let readStore: MemoryReadStore;
  useWorld();
  let ports: ReturnType<World['process']>;
  beforeEach(async () => {
    ports = world.process();
    readStore = new MemoryReadStore();
    // k3 and k4 were created in the same millisecond.
    const minutes: readonly (readonly [string, string, number])[] = [
      ['k1', 't1', 1],
      ['k2', 't1', 2],
      ['k3', 't1', 3],
      ['k4', 't1', 3],
      ['k5', 't1', 5],
      ['x1', 't2', 4],
    ];
    const changes = minutes.map(([id, teamId, minute], index) => {
      const createdAt = `2026-03-02T10:0${minute}:00.000Z`;
      const document: ApiKeyDocument = {
        id,
        teamId,
        name: id,
        permission: 'full_access',
        domainId: null,
        createdAt,
        expiresAt: null,
        lastUsedAt: null,
        tokenStart: null,
        createdBy: { kind: 'system', id: 'server' },
        replacedBy: null,
      };
      return { id, document, position: position(index + 1) };
    });
    await readStore.apply(shapeOf(apiKeysProjection), changes, position(changes.length));
  });
  const list = (page: Partial<PageRequest>, teamId = 't1') =>
    listApiKeys({ ...ports, readStore, ownWrites: none, requestLog: none }, { teamId, page });

  it('goes from newer to older, whole where no limit is given', async () => {
    const page = await list({});
    expect(idsOf(page)).toStrictEqual(['k5', 'k4', 'k3', 'k2', 'k1']);
    expect(page).toMatchObject({ hasMore: false });
  });

  it('goes on after a document, to the end', async () => {
    const first = await list({ limit: 2 });
    expect(idsOf(first)).toStrictEqual(['k5', 'k4']);
    expect(first).toMatchObject({ hasMore: true });
    const second = await list({ limit: 2, after: 'k4' });
    expect(idsOf(second)).toStrictEqual(['k3', 'k2']);
    const third = await list({ limit: 2, after: 'k2' });
    expect(idsOf(third)).toStrictEqual(['k1']);
    expect(third).toMatchObject({ hasMore: false });
  });

  it('goes back before a document, with those next to it, newer first', async () => {
    const back = await list({ limit: 2, before: 'k2' });
    expect(idsOf(back)).toStrictEqual(['k4', 'k3']);
    expect(back).toMatchObject({ hasMore: true });
    const start = await list({ limit: 2, before: 'k4' });
    expect(idsOf(start)).toStrictEqual(['k5']);
    expect(start).toMatchObject({ hasMore: false });
  });

  it("goes on at a key that was deleted, and at none that never was or is another team's", async () => {
    const { store, codec } = ports;
    const api = new ApiKeys({ ...world.process(), ownWrites: none, newToken: () => 'unused' });
    const rights = { name: 'k', permission: 'full_access', domainId: null } as const;
    world.clock.setTimeOfDay(Date.parse('2026-03-02T10:02:30Z'));
    await api.create('re_mine', { ...context, teamId: 't1' }, rights);
    await api.create('re_theirs', { ...context, teamId: 't2' }, rights);
    const [mine, theirs] = ['re_mine', 're_theirs'].map((token) => api.idOf(token));
    expect(codec.decode(await store.readStream(streamName('apikey', mine ?? '')))).toHaveLength(1);
    // Neither has a document: to the list both are deleted.
    expect(idsOf(await list({ after: mine ?? '' }))).toStrictEqual(['k2', 'k1']);
    expect(await list({ before: mine ?? '', limit: 1 })).toMatchObject({ documents: [{ id: 'k3' }], hasMore: true });
    for (const after of [theirs ?? '', 'x1', 'unknown']) {
      expect(await list({ limit: 2, after })).toStrictEqual({ refused: 'unknown-cursor' });
    }
    expect(idsOf(await list({}, 't2'))).toStrictEqual(['x1']);
  });
});

describe("a team's domains", () => {
  let readStore: MemoryReadStore;
  beforeEach(async () => {
    readStore = new MemoryReadStore();
    const scopes = ['t1', 'shared', 't2', 't1', 'shared'];
    const changes = scopes.map((scope, index) => {
      const id = `d${index}`;
      const document: DomainDocument = { ...domainDocumentOf(id, 't1'), scope, name: `${id}.example.com` };
      return { id, document, position: position(index + 1) };
    });
    await readStore.apply(shapeOf(domainsProjection), changes, position(changes.length));
  });
  const ownOf = (page: Partial<PageRequest>) => listDomains({ readStore, ownWrites: none }, { teamId: 't1', page });
  const list = async (page: Partial<PageRequest>) => {
    const found = await listShownDomains({ readStore, ownWrites: none, recordSettings }, { teamId: 't1', page });
    return 'refused' in found ? found : { ...found, documents: found.documents.map(({ document }) => document) };
  };

  it('are its own, newest first', async () => {
    expect(idsOf(await ownOf({}))).toStrictEqual(['d3', 'd0']);
    expect(idsOf(await ownOf({ after: 'd4' }))).toStrictEqual(['d3', 'd0']);
  });

  it('are its own and the sandbox domains for the page, newest first, by pages', async () => {
    expect(idsOf(await list({}))).toStrictEqual(['d4', 'd3', 'd1', 'd0']);
    expect(await list({ limit: 2, after: 'd4' })).toMatchObject({
      documents: [{ id: 'd3' }, { id: 'd1' }],
      hasMore: true,
    });
    expect(await list({ limit: 2, after: 'd1' })).toMatchObject({ documents: [{ id: 'd0' }], hasMore: false });
    expect(await list({ limit: 2, before: 'd0' })).toMatchObject({
      documents: [{ id: 'd3' }, { id: 'd1' }],
      hasMore: true,
    });
    expect(await list({ limit: 2, before: 'd4' })).toMatchObject({ documents: [], hasMore: false });
    // Deleted since, or another team's.
    expect(idsOf(await list({ after: 'd2' }))).toStrictEqual(['d1', 'd0']);
    expect(idsOf(await list({ before: 'd2' }))).toStrictEqual(['d4', 'd3']);
  });

  it('are read one by one from their streams, where the team may see them', async () => {
    const world = await World.create();
    await world.addDomain('own.example.com');
    await world.addDomain('sandbox.example.com', 'sandbox');
    const ports = world.process();
    const opened = (await world.store.readAll({ limit: 100, filter: { types: ['DomainCreated'] } })).events;
    const [own, sandbox] = opened.map(({ stream }) => idOf(stream));
    const get = (team: string, id: string | undefined) =>
      getDomain({ ...ports, recordSettings }, { teamId: team, domainId: id ?? '' });
    expect(await get(teamId, own)).toMatchObject({
      document: {
        name: 'own.example.com',
        status: 'verified',
        dkim: [{ role: 'active' }, { role: 'spare' }, { algorithm: 'ed25519-sha256', role: 'active' }],
      },
      records: ['SPF', 'SPF', 'DKIM', 'DKIM', 'DKIM'].map((purpose) => ({ expected: { purpose } })),
    });
    expect(await get('another-team', own)).toBeUndefined();
    expect(await get('another-team', sandbox)).toMatchObject({
      document: { name: 'sandbox.example.com' },
      records: [],
    });
    // As its first mail is signed.
    await delivering(world).ports.domains.signingKeys(sandbox ?? '');
    expect(await get('another-team', sandbox)).toMatchObject({ records: [{ expected: { purpose: 'DKIM' } }] });
    expect(await get(teamId, 'nothing')).toBeUndefined();
  });
});

describe("a list after the caller's own write", () => {
  it('waits for the last of them, in whatever order they were noted', async () => {
    const asked: (readonly [string, Position, number])[] = [];
    const ownWrites = createOwnWrites(async (...question) => {
      asked.push(question);
      return true;
    }, 700);
    await ownWrites.settled('t1', 'emails');
    ownWrites.note('t1', position(7));
    ownWrites.note('t1', position(6));
    ownWrites.note('t2', position(9));
    await ownWrites.settled('t1', 'emails');
    expect(asked).toStrictEqual([['emails', position(7), 700]]);
  });
});
