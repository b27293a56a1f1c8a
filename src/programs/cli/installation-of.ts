import type { InstallationCreated } from '../../domain/installation/events.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { createEventCodec } from '../../infrastructure/event-codec/event-codec.js';
import { openSqliteEventStore } from '../../infrastructure/event-store/sqlite/sqlite-event-store.js';

/** Which installation the log in this file belongs to; undefined where it holds none. Throws where it is no log. */
export async function readInstallation(path: string): Promise<InstallationCreated['data'] | undefined> {
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  const store = openSqliteEventStore({ path, writer });
  try {
    const [recorded] = createEventCodec().decode(await store.readStream(installationStream, { limit: 1 }));
    // The stream's first event is of this type, or there is none.
    return recorded === undefined ? undefined : (recorded.event as InstallationCreated).data;
  } finally {
    await store.close();
  }
}
