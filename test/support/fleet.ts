import { categories } from '../../src/programs/resources/resources.js';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEventCodec } from '../../src/infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../src/programs/resources/resources.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { LoggedMails } from './crash-log.js';
import { key, senderDomain } from './crash-run.js';
import { type CrashServer, crashServer, portForServer } from './crash-server.js';
import type { SharedEngines } from './shared-engines.js';
import { waitFor } from './wait-for.js';

/** One Posthorn process among several on the same engines. */
export interface FleetMember extends CrashServer {
  readonly name: string;
  /** Its HTTP port, the same in all its lives. */
  readonly port: number;
  /** Its DATA_DIR. */
  readonly dataDir: string;
  /** Its readiness is answered. Rejects where it has ended by itself. */
  serves(): Promise<void>;
}

export interface Fleet {
  /** Not started yet. */
  member(name: string, roles: string, env?: Readonly<Record<string, string>>): Promise<FleetMember>;
  /** What all have written, each under its name. */
  log(): string;
  /** Each one's own word, and what it wrote last, for the message of a test that waits in vain. */
  state(): Promise<string>;
  /** SIGKILL for whoever still runs. */
  close(): Promise<void>;
}

/** Processes that deliver to a receiver on this port of the loopback. */
export function createFleet(engines: SharedEngines, sinkPort: number): Fleet {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-fleet-'));
  const members: FleetMember[] = [];
  return {
    async member(name, roles, env = {}) {
      const own = join(folder, name);
      mkdirSync(join(own, 'data'), { recursive: true, mode: 0o700 });
      const port = await portForServer(Math.random);
      const server = crashServer(own, {
        ...engines.environment(),
        POSTHORN_ROLES: roles,
        HOST: '127.0.0.1',
        PORT: String(port),
        BOOTSTRAP_API_KEY: key,
        DELIVERY_MODE: 'relay',
        RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
        PREVERIFIED_DOMAINS: senderDomain,
        RETRY_SCHEDULE_STANDARD: '1',
        POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '100',
        LOG_LEVEL: 'warn',
        ...env,
      });
      const member = {
        ...server,
        name,
        port,
        dataDir: join(own, 'data'),
        serves: () => Promise.race([ready(port), server.failure]),
      };
      members.push(member);
      return member;
    },
    log: () => members.map(({ name, log }) => `${name}:\n${log()}`).join('\n'),
    state: async () => (await Promise.all(members.map(stateOf))).join('\n\n'),
    async close() {
      await Promise.all(members.map((member) => member.kill().catch(() => undefined)));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const newestLines = 40;
const toldMetrics = /^posthorn_(?:projection_lag|delivery_attempts|outcome_unknown|event_log_appends)/;

async function stateOf({ name, port, log }: FleetMember): Promise<string> {
  const ask = (path: string): Promise<string> =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5_000) }).then(
      async (answer) => `${answer.status} ${await answer.text()}`,
      (error: unknown) => String(error),
    );
  const [health, metrics] = await Promise.all([ask('/health/ready'), ask('/metrics')]);
  const told = metrics.split('\n').filter((line) => toldMetrics.test(line));
  return [`${name}: ${health}`, ...told, ...shortened(log()).slice(-newestLines)].join('\n  ');
}

/** What is said over and over, each time with another time of day, is one line. */
function shortened(log: string): readonly string[] {
  const lines = new Map<string, { readonly line: string; times: number }>();
  for (const line of log.trimEnd().split('\n')) {
    const what = line.replace(/"time":"[^"]*"/, '');
    const times = (lines.get(what)?.times ?? 0) + 1;
    lines.delete(what);
    lines.set(what, { line, times });
  }
  return [...lines.values()].map(({ line, times }) => (times === 1 ? line : `${times} times, the last one: ${line}`));
}

async function ready(port: number): Promise<void> {
  await waitFor(
    () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (ok) => ok,
  );
}

/** What the engines' own log says of each mail. */
export async function loggedMailsOf({ eventStore }: SharedEngines): Promise<LoggedMails> {
  const store = openEventStoreDb({ categories, url: eventStore.process().connectionString });
  try {
    const accepted: string[] = [];
    const unknowns = new Map<string, number>();
    const filter = { categories: ['email'], types: ['EmailAccepted', 'DeliveryOutcomeUnknown'] } as const;
    for await (const { events, atEnd } of store.subscribe({ filter, signal: new AbortController().signal })) {
      for (const { stream, type } of events) {
        const id = stream.slice('email-'.length);
        if (type === 'EmailAccepted') accepted.push(id);
        else unknowns.set(id, (unknowns.get(id) ?? 0) + 1);
      }
      if (atEnd) break;
    }
    return { accepted, unknowns };
  } finally {
    await store.close();
  }
}

/** The types of a mail's events, in their order. */
export async function loggedTypesOf(engines: SharedEngines, emailId: string): Promise<readonly string[]> {
  return (await loggedEventsOf(engines, emailId)).map(({ type }) => type);
}

export interface LoggedEvent {
  readonly type: string;
  /** ISO 8601. */
  readonly time: string;
  /** Without what is personal. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A mail's events, in their order. */
export async function loggedEventsOf({ eventStore }: SharedEngines, emailId: string): Promise<readonly LoggedEvent[]> {
  const store = openEventStoreDb({ categories, url: eventStore.process().connectionString });
  try {
    const events = createEventCodec({ registry: eventRegistry }).decode(
      await store.readStream(streamName('email', emailId)),
    );
    return events.map(({ event, metadata }) => ({
      type: event.type,
      time: metadata.time,
      data: event.data as LoggedEvent['data'],
    }));
  } finally {
    await store.close();
  }
}

/** @returns the id of an email that this process accepted. */
export async function sendTo({ port }: FleetMember, subject: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from: `shop@${senderDomain}`, to: 'customer@example.net', subject, text: 'Thank you.' }),
  });
  // The documented answer; the suite over the client library checks its shape.
  return ((await answer.json()) as { id: string }).id;
}
