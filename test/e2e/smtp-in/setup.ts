import { createTransport, type SendMailOptions } from 'nodemailer';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SinkMessage, type SinkScript, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';

export const megabyte = 1024 * 1024;
/** A busy machine takes minutes to sign, send and receive 40 MB. */
export const largeMs = 300_000;
export const envelope = { from: 'news@example.com', to: ['ada@example.org'] };
export const header = [
  'From: News <news@example.com>',
  'To: Ada <ada@example.org>',
  'Subject: As it came',
  'Date: Mon, 02 Mar 2026 08:00:00 +0000',
  'MIME-Version: 1.0',
];

export interface Running {
  readonly server: RunningServer;
  readonly sink: SmtpSink;
  /** The reply to the message. */
  submit(mail: SendMailOptions): Promise<string>;
  close(): Promise<void>;
}

/** A server whose relay keeps what it gets, and one session to it. */
export async function start(script: SinkScript = {}): Promise<Running> {
  const sink = await startSmtpSink(script);
  const server = await startServer({
    env: {
      LOG_LEVEL: 'warn',
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      PREVERIFIED_DOMAINS: 'example.com',
    },
  });
  const transport = transportTo(server);
  return {
    server,
    sink,
    submit: async (mail) => (await transport.sendMail(mail)).response,
    async close() {
      transport.close();
      await server.stop();
      await sink.close();
    },
  };
}

/** Nodemailer over implicit TLS, with so many connections. */
export const transportTo = (server: RunningServer, { user = 'posthorn', maxConnections = 1 } = {}) =>
  createTransport({
    pool: true,
    maxConnections,
    host: '127.0.0.1',
    port: server.smtpPort(465),
    secure: true,
    tls: { rejectUnauthorized: false },
    auth: { user, pass: server.key },
  });

export const idIn = (reply: string): string => /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(reply)?.[0] ?? reply;

export async function received({ sink }: Running, id: string): Promise<SinkMessage> {
  const named = ({ raw }: SinkMessage): boolean => raw.toString('latin1', 0, 10_000).includes(`id ${id};`);
  await sink.until(() => sink.messages.some(named), { limitMs: largeMs });
  // Waited for above.
  return sink.messages.find(named)!;
}

/** What follows our own fields: signatures and the trace. */
export function withoutOurs(raw: Buffer): Buffer {
  const text = raw.toString('latin1', 0, 20_000);
  expect(text).toMatch(/^DKIM-Signature:/);
  const trace = /\r\nReceived: from \S+\r\n\tby \S+ with \S+ id [0-9a-f-]+;\r\n\t[^\r]+\r\n/.exec(text);
  return raw.subarray((trace?.index ?? 0) + (trace?.[0].length ?? 0));
}

export function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}
