import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { eventStoreUserHasSpareRights } from '../../../src/infrastructure/event-store/eventstoredb/diagnosis.js';
import { mongodbUserHasSpareRights } from '../../../src/infrastructure/mongodb/diagnosis.js';
import { startEventStoreStandIn, type StandInOptions } from '../../support/eventstore-stand-in/index.mjs';
import { loopbackCertificate } from '../../support/loopback-certificate.js';

describe('whether a user may do more than Posthorn needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-rights-'));
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, loopbackCertificate.certificate);
  afterAll(() => rmSync(folder, { recursive: true }));

  async function ofEventStore(user: string, options: Omit<StandInOptions, 'dir'>): Promise<boolean | null> {
    const server = await startEventStoreStandIn({ dir: mkdtempSync(join(folder, 'log-')), ...options });
    try {
      const tls = options.tls === undefined ? 'tls=false' : `tlsCAFile=${authority}`;
      return await eventStoreUserHasSpareRights(`esdb://${user}localhost:${server.port}?${tls}`);
    } finally {
      await server.stop();
    }
  }

  it('EventStoreDB: what only administrators may read tells', async () => {
    const credentials = { user: 'posthorn', password: 'secret' };
    const secured = { tls: loopbackCertificate, credentials };
    expect(await ofEventStore('posthorn:secret@', secured)).toBe(true);
    expect(await ofEventStore('posthorn:secret@', { ...secured, refuses: 'administration' })).toBe(false);
    expect(await ofEventStore('', {})).toBe(null);
  });

  it.each([
    [[], null],
    [[{ role: 'readWrite', db: 'posthorn' }], false],
    [[{ role: 'readWrite', db: 'other' }], true],
    [
      [
        { role: 'readWrite', db: 'posthorn' },
        { role: 'root', db: 'admin' },
      ],
      true,
    ],
  ])('MongoDB: the roles %j tell', async (roles, hasSpare) => {
    const command = async () => ({ authInfo: { authenticatedUserRoles: roles } });
    const database = { databaseName: 'posthorn', command } as unknown as Db;
    expect(await mongodbUserHasSpareRights(database)).toBe(hasSpare);
  });
});
