import { recordRestore } from '../../application/restore/record-restore.js';
import type { Config } from '../../infrastructure/config/config.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';

/**
 * `hold`: the log was put back from a copy by other means than `restore`. Before a server starts on it; delivery is
 * held until `resume`, and what was under way is paused.
 */
export async function hold(config: Config): Promise<Outcome> {
  return withExisting(
    config,
    async ({ ports }) => {
      const head = await ports.store.head();
      if (head === undefined) throw new Declined('The log is empty.');
      const takenAt = new Date(ports.clock.now()).toISOString();
      const restored = { backupId: ports.ids.next(), takenAt, head };
      const paused = await recordRestore(ports, restored, provenanceOf('hold', ports, null));
      return {
        result: { held: true, pausedBroadcasts: paused },
        text: `Delivery is held until \`posthorn resume\`, and ${paused} broadcasts are paused.`,
      };
    },
    'alone',
  );
}
