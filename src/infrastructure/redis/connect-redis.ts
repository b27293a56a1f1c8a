import { Redis, type RedisOptions } from 'ioredis';
import type { OnCall } from '../telemetry/engine-calls.js';
import { createOutage, type OutageReport } from './outage.js';
import { defaultRedisTimings, RedisUnavailable, type RedisConnection, type RedisTimings } from './redis-connection.js';
import { withTimeout } from '../../application/shared/timeout.js';

export interface ConnectRedisOptions extends OutageReport {
  /** Part of every key: installations may share a server. */
  readonly installationId: string;
  readonly timings?: Partial<RedisTimings>;
  /** Hears of each command, by its name; a script is one. */
  readonly onCall?: OnCall;
}

const longestReconnectPauseMs = 1_000;

/**
 * Connects to `redis://` or `rediss://`, one server. Answers when the connection stands, or without one after
 * `connectTimeoutMs`: an absent Redis stops no request.
 */
export async function connectRedis(url: string, options: ConnectRedisOptions): Promise<RedisConnection> {
  const timings = { ...defaultRedisTimings, ...options.timings };
  const prefix = `posthorn:${options.installationId}`;
  const shared: RedisOptions = {
    connectTimeout: timings.connectTimeoutMs,
    disconnectTimeout: timings.disconnectTimeoutMs,
    retryStrategy: (times) => Math.min(times * 50, longestReconnectPauseMs),
  };
  // Nothing is kept for later or sent twice: the caller has gone on without the answer.
  const client = counted(
    new Redis(url, {
      ...shared,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
    }),
    options.onCall,
  );
  // A write, and in the time that every command has: a server that is full, read-only or slow is no help either.
  const probe = () => withTimeout(timings.commandTimeoutMs, client.set(`${prefix}:probe`, '1', 'PX', 1_000));
  const patients = new Set<Redis>();
  const outage = createOutage(options, timings, {
    probeOnce: probe,
    hasHeard: bytesHeard(client),
    replaceConnections: () => replace([client, ...patients]),
    replacePatients: () => replace(patients),
  });
  const watching = setInterval(() => {
    if (outage.isOver()) void checkSilence();
  }, timings.lookEveryMs).unref();
  /** A process that is busy has no outage: the limit of a command is not meant. */
  async function checkSilence(): Promise<void> {
    const { stream } = client;
    // What fails closes the connection, and that is heard.
    const answered = client.ping().then(nothing, nothing);
    await withTimeout(timings.silenceMs, answered).catch((error: unknown) => {
      if (outage.isOver() && client.stream === stream) outage.hush(messageOf(error));
    });
  }
  client.on('ready', outage.probe);
  client.on('error', (error) => outage.begin(error.message));
  client.on('close', () => outage.begin('the connection was closed'));

  await withTimeout(timings.connectTimeoutMs, outage.end()).catch(() => undefined);
  return {
    prefix,
    client,
    isUp: outage.isOver,
    async ask(command, timeoutMs = timings.commandTimeoutMs) {
      if (!outage.isOver()) throw new RedisUnavailable('Redis is away');
      const askedMs = performance.now();
      try {
        return await withTimeout(timeoutMs, command());
      } catch (error) {
        const reason = messageOf(error);
        outage.begin(reason);
        if (performance.now() - askedMs >= timings.silenceMs) outage.doubtPatients();
        throw new RedisUnavailable(reason, { cause: error });
      }
    },
    openPatient() {
      const patient = counted(
        new Redis(url, { ...shared, enableReadyCheck: false, maxRetriesPerRequest: null }),
        options.onCall,
      );
      // The same outage is reported by the first connection.
      patient.on('error', () => undefined);
      patient.on('end', () => patients.delete(patient));
      patients.add(patient);
      return patient;
    },
    close() {
      clearInterval(watching);
      outage.stop();
      client.disconnect();
    },
  };
}

const nothing = (): void => undefined;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Made again at once; those that are being made already go on. */
function replace(clients: Iterable<Redis>): void {
  for (const client of clients) if (client.status === 'ready' || client.status === 'connect') client.disconnect(true);
}

/** Whether anything has come since it was asked last, on whichever connection the client had. */
function bytesHeard(client: Redis): () => boolean {
  let before: { readonly stream: unknown; readonly bytes: number } | undefined;
  return () => {
    // Absent before the first connection, whatever its type says.
    const stream = client.stream as Redis['stream'] | undefined;
    const bytes = stream?.bytesRead ?? 0;
    const isMore = bytes > (before !== undefined && before.stream === stream ? before.bytes : 0);
    before = { stream, bytes };
    return isMore;
  };
}

/** Every command of a client passes this method. */
function counted(client: Redis, onCall: OnCall | undefined): Redis {
  if (onCall === undefined) return client;
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    onCall(command.name);
    return send(command, stream);
  };
  return client;
}
