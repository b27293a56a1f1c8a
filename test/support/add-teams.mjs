// Adds the teams of a template to the installation in `DATA_DIR`, each with its key: as `posthorn teams create` and `keys create`
// do it, in one process.
import { ApiKeys } from '../../dist/application/api-key/api-keys.js';
import { handle } from '../../dist/application/shared/handle.js';
import { streamName } from '../../dist/domain/shared/stream-name.js';
import { team } from '../../dist/domain/team/team.js';
import { establishInstallation } from '../../dist/application/installation/establish-installation.js';
import { provenanceOf } from '../../dist/programs/cli/shared/installation.js';
import { openEmbeddedLog } from '../../dist/programs/engines/embedded/engines.js';
import { logPorts } from '../../dist/infrastructure/system/log-ports.js';
import { readConfig } from '../../dist/infrastructure/config/load.js';
import { openKeyedHash } from '../../dist/infrastructure/crypto/keyed-hash.js';

const teams = JSON.parse(process.argv[2]);

// As a first start makes it.
const log = await openEmbeddedLog(readConfig(), (error) => {
  throw error;
});
const ports = logPorts(log);
await establishInstallation(ports, log.vault);
try {
  const hash = await openKeyedHash(log.keys);
  const apiKeys = new ApiKeys({ ...ports, hash, ownWrites: { note: () => undefined } });
  await Promise.all(
    teams.map(async ({ id, name, key }) => {
      const provenance = provenanceOf('teams create', ports, id);
      const created = await handle(
        ports,
        team,
        streamName('team', id),
        { type: 'CreateTeam', teamId: id, name },
        provenance,
      );
      const settings = { name: 'First key', permission: 'full_access', domainId: null };
      const added = await apiKeys.create(key, { ...provenance.context, teamId: id }, settings);
      if ('refused' in created || !added) throw new Error(`${name} could not be made`);
    }),
  );
} finally {
  await log.close();
}
