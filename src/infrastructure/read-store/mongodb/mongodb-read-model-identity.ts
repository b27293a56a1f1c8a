import type { Db } from 'mongodb';
import type { ReadModelIdentity } from '../../../application/ports/read-model-identity.js';
import { isDuplicateKey } from '../../mongodb/errors.js';
import type { CheckpointRow } from './checkpoints.js';

interface InstallationRow {
  readonly _id: 'main';
  readonly installationId: string;
}

/** Beside the documents, in a collection of its own. */
export function mongodbReadModelIdentity(database: Db): ReadModelIdentity {
  const rows = database.collection<InstallationRow>('installation');
  const checkpoints = database.collection<CheckpointRow>('checkpoints');
  const named = async () => (await rows.findOne({ _id: 'main' }))?.installationId ?? null;
  return {
    place: 'MONGODB_URL',
    async builtFrom() {
      const installationId = await named();
      if (installationId !== null) return { installationId };
      return (await checkpoints.findOne({ position: { $exists: true } })) === null ? undefined : { installationId };
    },
    async belongTo(installationId) {
      try {
        await rows.insertOne({ _id: 'main', installationId });
        return installationId;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await named()) ?? installationId;
      }
    },
    async moveTo(installationId) {
      await rows.updateOne({ _id: 'main' }, { $set: { installationId } }, { upsert: true });
    },
  };
}
