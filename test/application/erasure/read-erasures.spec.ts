import { completeErasure, requestErasure } from '../../../src/application/erasure/erase-listed.js';
import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { type ErasureView, GetErasure } from '../../../src/application/erasure/read-erasures.js';
import { establishInstallation } from '../../../src/application/installation/establish-installation.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { erasuresProjection } from '../../../src/projections/erasures/erasures.projection.js';
import { accepting, mailTo } from '../../support/accepting.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { correlationId, ownWrites, useWorld, world } from '../../support/world.js';

const ada = 'ada@one.test';
const actor = { kind: 'user', id: 'person-1' } as const;

describe('the certificate of an erasure', () => {
  useWorld('example.com');
  let teamId: string;
  beforeEach(async () => {
    const identity = { keyStoreId: 'keys-1', masterKeyFits: true };
    const vault = {
      identify: async () => undefined,
      establish: async () => identity,
      isBeingCopied: async () => false,
    };
    ({
      installation: { firstTeamId: teamId },
    } = await establishInstallation(world.process(), vault));
    await accepting(world).send(mailTo([ada]));
  });

  const read = async (erasureId: string, readStore: MemoryReadStore): Promise<ErasureView | undefined> => {
    const found = await GetErasure.start({ ...world.process(), readStore, ownWrites }).run({ teamId, erasureId });
    if (found !== undefined && 'refused' in found) throw new Error(found.refused);
    return found;
  };

  it('says that the erasure is completed no sooner than it counts all parts', async () => {
    const ports = world.process();
    const context = { teamId, actor, correlationId };
    const { erasureId } = await erasePerson(ports, addressHash(ports.hash, ada), context);
    // The log has the end of it, and the read model none of it yet.
    const early = await read(erasureId, new MemoryReadStore());
    expect(early).toMatchObject({ completed: null, destroyed: { mails: 0 }, parts: [] });
    const whole = await read(erasureId, await readModel(world, erasuresProjection));
    expect(whole).toMatchObject({
      completed: { event: { type: 'ErasureCompleted' } },
      destroyed: { mails: 1, otherRecords: 0, keys: 2, blobs: 1 },
      parts: [{ completed: { event: { type: 'ErasureCompleted' } } }],
    });
  });

  it('is of a person: parts of one have none', async () => {
    const ports = world.process();
    const provenance = { context: { teamId, actor, correlationId }, region: null };
    const id = ports.ids.next();
    const data = { scope: 'listed', person: null, streams: [], kids: [], blobIds: [] } as const;
    await requestErasure(ports, id, data, provenance);
    await completeErasure(ports, id, data, provenance);
    expect(await read(id, await readModel(world, erasuresProjection))).toBeUndefined();
  });
});
