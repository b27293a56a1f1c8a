import { rmSync } from 'node:fs';
import { type RunningServer, startServer, temporaryFolder } from '../../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink.js';

/** The server that all parts of `beside-a-server.spec.ts` run their commands beside, and the relay that it sends to. */
export interface Beside {
  /** Only from within a hook or a test. */
  server(): RunningServer;
  readonly relay: Relay;
}

interface Relay {
  /** What RCPT answers, by domain; 250 for any other. */
  readonly replies: Map<string, string>;
  /** The connection ends at the dot, without a reply. */
  unanswered: boolean;
  readonly messages: SmtpSink['messages'];
}

/** Each setting is one part's; none changes what another part looks at. */
const settings = {
  DELIVERY_MODE: 'relay',
  PREVERIFIED_DOMAINS: 'mail.example.com,mail.example.co.uk',
  // Nothing comes back on its own while the queue is tested.
  RETRY_SCHEDULE_STANDARD: '3600',
  POSTHORN_TEST_MAX_UNKNOWN_OUTCOMES: '1',
  POSTHORN_TEST_SEAL_EVERY_MS: '1000',
  ALLOW_PRIVATE_FETCH: '1',
  // Every line that may name an erased person.
  LOG_LEVEL: 'debug',
} as const;

export function serverBeside(): Beside {
  const dataDir = temporaryFolder();
  let server: RunningServer | undefined;
  let sink: SmtpSink | undefined;
  const relay: Relay = {
    replies: new Map(),
    unanswered: false,
    get messages() {
      return sink?.messages ?? [];
    },
  };
  beforeAll(async () => {
    sink = await startSmtpSink({
      rcpt: (address) => relay.replies.get(address.slice(address.indexOf('@') + 1)) ?? '250 2.1.5 ok',
      dot: () => (relay.unanswered ? 'drop' : '250 2.0.0 ok'),
    });
    server = await startServer({ dataDir, env: { ...settings, RELAY_URL: `smtp://127.0.0.1:${sink.port}` } });
  });
  afterAll(async () => {
    await server?.stop();
    await sink?.close();
    rmSync(dataDir, { recursive: true });
  });
  return {
    relay,
    server() {
      if (server === undefined) throw new Error('the server does not run');
      return server;
    },
  };
}
