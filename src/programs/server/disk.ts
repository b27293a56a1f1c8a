import { imageBytes } from '../../application/image/images.js';
import { importBytes } from '../../application/import/imports.js';
import type { Clock } from '../../application/ports/clock.js';
import type { TeamReadPorts } from '../../application/shared/all-of-team.js';
import { DiskUse } from '../../application/shared/disk-use.js';
import type { TeamOwners } from '../../application/shared/team-owners.js';
import { contentBytes } from '../../application/template/content-bytes.js';
import type { Config } from '../../infrastructure/config/config.js';

/** What each kind of file takes of the disk is counted by its own lists. */
export function createDiskUse(
  ports: TeamReadPorts,
  { diskBytesPerTeam: most }: Pick<Config, 'diskBytesPerTeam'>,
  teamOwners: Pick<TeamOwners, 'of' | 'sum'>,
  clock: Pick<Clock, 'monotonicMs'>,
): DiskUse {
  const counted = (mostBytes: number, bytesOf: (ports: TeamReadPorts, teamId: string) => Promise<number>) => ({
    mostBytes,
    keptBytes: (teamId: string) => bytesOf(ports, teamId),
  });
  return new DiskUse(
    {
      images: counted(most.images, imageBytes),
      imports: counted(most.imports, importBytes),
      contents: counted(most.contents, contentBytes),
    },
    teamOwners,
    () => clock.monotonicMs(),
  );
}
