import { EventStoreDBClient } from '@eventstore/db-client';
import type { OnCall } from '../../telemetry/engine-calls.js';
import { type BatchCall, failureOf, guardBatchStream } from './batch-stream.js';
import { ConnectionStringError } from './connection-string.js';
import { withDeadline } from './deadline.js';

const disposeDeadlineMs = 1000;

export interface GuardedClient {
  readonly client: EventStoreDBClient;
  /** Ends every call under way and the connection; resolves when no handle is left. */
  close(): Promise<void>;
}

export interface ClientReports {
  /** An answer came that no append waits for. */
  readonly onStrayAnswer?: (() => void) | undefined;
  /** A call, or an event of a subscription. */
  readonly onCall?: OnCall | undefined;
}

/**
 * A client of one server, which connects with its first call. Where that server is lost it does not look for another:
 * its holder makes a new one. Throws {@link ConnectionStringError}, or an error about a certificate's file.
 */
export function createGuardedClient(connectionString: string, reports: ClientReports = {}): GuardedClient {
  const { onStrayAnswer = () => undefined, onCall } = reports;
  const client = createClient(connectionString);
  const channelOf = guard(client, onStrayAnswer);
  if (onCall !== undefined) count(client, onCall);
  return {
    client,
    async close() {
      // It waits for streams to end, which a stream without a reader may not do.
      await withDeadline(disposeDeadlineMs, client.dispose()).catch(() => undefined);
      channelOf()?.close();
    },
  };
}

function createClient(connectionString: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(connectionString);
  } catch (error) {
    // The client's own error quotes the string.
    if (error instanceof Error && 'connectionString' in error) {
      throw new ConnectionStringError('the client cannot read it: is an option or a port misspelt?');
    }
    throw error;
  }
}

interface Channel {
  close(): void;
}

/**
 * What {@link guard} wraps of the client (6.2.1): protected members, all properties of the instance, and one method.
 */
interface ClientInternals {
  appendToStream: (...given: unknown[]) => Promise<unknown>;
  getChannel: () => Promise<Channel>;
  handleError: (service: unknown, error: unknown) => Promise<void>;
  supports: (method: unknown, feature?: unknown) => Promise<boolean>;
  GRPCStreamCreator: (
    service: unknown,
    name: string,
    create: (grpc: unknown) => BatchCall,
    cache?: unknown,
  ) => () => Promise<unknown>;
}

/**
 * Closes the ways in which the client turns a lost server into an unhandled rejection or exception, which ends the
 * process, or into an error for ever, and keeps it from connecting again: it would do so without a time limit, and to a
 * leader that has stopped answering. Answers with the channel that was opened.
 */
function guard(client: EventStoreDBClient, onStrayAnswer: () => void): () => Channel | undefined {
  // They are protected, and the client makes its own instances: no subclass can reach them.
  const internals = client as unknown as ClientInternals;
  const { getChannel, supports, GRPCStreamCreator, appendToStream } = internals;
  let channel: Channel | undefined;
  internals.getChannel = async () => {
    channel = await getChannel();
    return channel;
  };
  internals.handleError = () => Promise.resolve();
  // A failed question is kept for ever. Unanswered, an append takes the way that every server knows, and fails there
  // with an error after which another client is made.
  internals.supports = (method, feature) => supports(method, feature).catch(() => false);
  // Only the stream of appends is kept in a cache.
  internals.GRPCStreamCreator = (service, name, create, cache) => {
    const guarded = (grpc: unknown) => guardBatchStream(create(grpc), onStrayAnswer);
    return GRPCStreamCreator(service, name, cache === undefined ? create : guarded, cache);
  };
  internals.appendToStream = (...given) =>
    appendToStream.apply(client, given).catch((error: unknown) => {
      throw failureOf(error);
    });
  return () => channel;
}

const countedCalls = ['appendToStream', 'readStream', 'readAll', 'deleteStream', 'tombstoneStream'] as const;

/** The client has no hook for it, and makes its own instances. */
function count(client: EventStoreDBClient, onCall: OnCall): void {
  for (const name of countedCalls) {
    const call: unknown = Reflect.get(client, name);
    if (typeof call !== 'function') continue;
    Reflect.set(client, name, (...given: unknown[]): unknown => {
      onCall(name);
      return call.apply(client, given);
    });
  }
  const subscribeToAll = client.subscribeToAll.bind(client);
  client.subscribeToAll = (...given) => {
    onCall('subscribeToAll');
    const subscription = subscribeToAll(...given);
    const read = subscription.read.bind(subscription);
    subscription.read = (size) => {
      const received: unknown = read(size);
      if (received !== null) onCall('subscription event');
      return received;
    };
    return subscription;
  };
}

let isQuiet = false;

/** What Node says of TLS to an IP address; the address is the operator's choice, and nothing follows from it. */
const ipAsServerName = 'DEP0123';

/** From now on this warning of an engine's client is dropped. Every other one stays. */
export function keepIpNamesQuiet(): void {
  if (isQuiet) return;
  isQuiet = true;
  const emit = process.emitWarning.bind(process) as (...given: readonly unknown[]) => void;
  const quieter = (...given: readonly unknown[]): void => {
    const [, options] = given;
    const code = typeof options === 'object' && options !== null && 'code' in options ? options.code : given[2];
    if (code !== ipAsServerName) emit(...given);
  };
  process.emitWarning = quieter;
}
