import type { Timeline } from '../delivery/setup.js';
import { headerOf, type Posthorn, posthornAt } from '../delivery/setup.js';
import { type NameServer, startNameServer, type Zone } from '../../support/name-server.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { startSharedEngines, suitesRunOnSharedEngines } from '../../support/shared-engines.js';
import { type SinkMessage, type SinkScript, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';

export const heloName = 'posthorn.example.com';

/** A part of the internet on loopback: a name server, mail hosts at one port of several addresses, and Posthorn. */
export interface Internet {
  readonly names: NameServer;
  readonly server: RunningServer;
  readonly posthorn: Posthorn;
  /** By address. */
  readonly hosts: Readonly<Record<string, SmtpSink>>;
  /** What the host at this address was given of a mail, in the order of arrival. */
  receivedBy(address: string, id: string): readonly SinkMessage[];
  close(): Promise<void>;
}

export interface InternetOptions {
  /** Mail hosts by loopback address. */
  readonly hosts: Readonly<Record<string, SinkScript>>;
  readonly zone: Zone;
  readonly env?: Readonly<Record<string, string>>;
  /** Names that DANE may go by; with them the name server is the resolver that validates. */
  readonly secure?: readonly string[];
  /** For a server that is started again later. */
  readonly dataDir?: string;
}

export const sender = 'mail.example.com';

/** The server stands on shared engines of its own where the suites run over those. */
export async function startInternet({
  hosts: scripts,
  zone,
  env = {},
  secure,
  dataDir,
}: InternetOptions): Promise<Internet> {
  const hosts = await startHosts(scripts);
  const port = Object.values(hosts)[0]?.port ?? 25;
  const names = await startNameServer(zone, secure === undefined ? {} : { secure });
  const engines = suitesRunOnSharedEngines() ? await startSharedEngines() : undefined;
  const server = await startServer({
    ...(engines === undefined ? {} : { engines: engines.environment() }),
    ...(dataDir === undefined ? {} : { dataDir }),
    env: {
      DELIVERY_MODE: 'mx',
      DNS_SERVERS: names.address,
      POSTHORN_TEST_DNS_TIMEOUT_MS: '10000',
      MX_PORT: String(port),
      ALLOW_PRIVATE_MX: '1',
      POSTHORN_TEST_MX_MISSING_CACHE_MS: '1000',
      HELO_NAME: heloName,
      PREVERIFIED_DOMAINS: sender,
      RETRY_SCHEDULE_STANDARD: '2',
      LOG_LEVEL: 'warn',
      ...(secure === undefined ? {} : { DANE_RESOLVER: names.address }),
      ...env,
    },
  });
  return {
    names,
    server,
    posthorn: posthornAt(server),
    hosts,
    receivedBy: (address, id) =>
      hosts[address]?.messages.filter(({ raw }) => headerOf(raw, 'Message-ID') === `<${id}@${sender}>`) ?? [],
    async close() {
      await server.stop();
      await engines?.close();
      await Promise.all([names.close(), ...Object.values(hosts).map((host) => host.close())]);
    },
  };
}

/** All at the same port, as mail hosts are; another number is tried where somebody has it on one of the addresses. */
async function startHosts(scripts: InternetOptions['hosts']): Promise<Record<string, SmtpSink>> {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    const started: Record<string, SmtpSink> = {};
    let port = 0;
    try {
      for (const [host, script] of Object.entries(scripts)) {
        const sink = await startSmtpSink(script, { host, port });
        started[host] = sink;
        ({ port } = sink);
      }
      return started;
    } catch (error) {
      await Promise.all(Object.values(started).map((sink) => sink.close()));
      if (triesLeft === 0) throw error;
    }
  }
}

export const mailTo = (...to: readonly string[]) => ({
  from: `Shop <shop@${sender}>`,
  to,
  subject: 'Hello',
  text: 'Hi',
});

/** The last word of a timeline's replies: `step code enhanced-code`. */
export function lastReply(timeline: Timeline): string {
  const reply = timeline.findLast((entry) => entry.reply !== null)?.reply;
  return reply == null ? '' : `${reply.step} ${reply.code} ${reply.enhanced_code}`;
}
