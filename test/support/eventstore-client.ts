import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type StandIn, type StandInOptions, startEventStoreStandIn } from './eventstore-stand-in/index.mjs';

export interface OpenedStandIn {
  readonly standIn: StandIn;
  /** The official client, connected to it. */
  readonly client: EventStoreDBClient;
  readonly dir: string;
  /** Stops it and starts it again over the same log and at the same port. */
  restart(): Promise<StandIn>;
  close(): Promise<void>;
}

/** A stand-in over a directory of its own. */
export async function openStandIn(options: Omit<StandInOptions, 'dir'> = {}): Promise<OpenedStandIn> {
  const dir = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
  let standIn = await startEventStoreStandIn({ dir, ...options });
  const client = EventStoreDBClient.connectionString(standIn.connectionString);
  return {
    standIn,
    client,
    dir,
    async restart() {
      await standIn.stop();
      standIn = await startEventStoreStandIn({ dir, ...options, port: standIn.port });
      return standIn;
    },
    async close() {
      await client.dispose();
      await standIn.stop();
      await rm(dir, { recursive: true });
    },
  };
}

/** An event of so many bytes of data. */
export function eventOf(type: string, dataBytes = 10, id?: string) {
  return jsonEvent({ type, data: 'x'.repeat(dataBytes - 2), ...(id !== undefined && { id }) });
}
