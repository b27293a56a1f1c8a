import type {
  MailTransport,
  OutgoingTransaction,
  RecipientReply,
  TransactionResult,
} from '../../../src/application/ports/mail-transport.js';
import type { Destination } from '../../../src/infrastructure/smtp-out/destination.js';
import {
  createMailTransport,
  type MailTransportSettings,
} from '../../../src/infrastructure/smtp-out/mail-transport.js';
import { type SinkScript, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';

const message = Buffer.from('From: a@example.com\r\nSubject: hello\r\n\r\nhello\r\n');

export interface Setup {
  readonly sink: SmtpSink;
  readonly transport: MailTransport;
  /** Sends to these addresses, numbered from 0. */
  send(addresses: readonly string[], changes?: Partial<OutgoingTransaction>): Promise<TransactionResult>;
}

/** Longer than any test may take: what ends earlier was ended by what the test is about. */
const patienceMs = 60_000;

const opened: (() => Promise<void>)[] = [];

/** To be closed by {@link closeAll}. */
export function closeLater(close: () => Promise<void>): void {
  opened.push(close);
}

/** Closes everything that the test opened. */
export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

export async function setup(
  script: SinkScript = {},
  changes: Partial<Destination> & Partial<MailTransportSettings> = {},
): Promise<Setup> {
  const sink = await startSmtpSink(script);
  const transport = transportTo(sink.port, changes);
  opened.push(() => sink.close());
  return { sink, transport, send: (addresses, more) => transport.send(transaction(addresses, more)) };
}

export function transportTo(
  port: number,
  {
    host,
    tls,
    credentials,
    ca,
    address,
    trustsAnyCertificate,
    onThisMachine,
    maxConnections,
    maxMailsPerConnection,
    ...settings
  }: Partial<Destination> & Partial<MailTransportSettings> = {},
): MailTransport {
  const transport = createMailTransport({
    destinations: {
      relay: {
        host: host ?? '127.0.0.1',
        port,
        tls: tls ?? 'opportunistic',
        credentials: credentials ?? null,
        ca: ca ?? null,
        trustsAnyCertificate: trustsAnyCertificate ?? false,
        onThisMachine: onThisMachine ?? false,
        ...(address === undefined ? {} : { address }),
        maxConnections: maxConnections ?? 1,
        ...(maxMailsPerConnection === undefined ? {} : { maxMailsPerConnection }),
      },
    },
    heloName: 'posthorn.example.com',
    connectTimeoutMs: patienceMs,
    greetingTimeoutMs: patienceMs,
    commandTimeoutMs: patienceMs,
    afterDotTimeoutMs: patienceMs,
    ...settings,
  });
  opened.push(() => transport.close(0));
  return transport;
}

export function transaction(
  addresses: readonly string[],
  changes: Partial<OutgoingTransaction> = {},
): OutgoingTransaction {
  return {
    route: { kind: 'relay' },
    reversePath: 'a@example.com',
    recipients: addresses.map((address, number) => ({ recipients: [number], address })),
    message,
    tls: 'opportunistic',
    beforeDot: () => Promise.resolve(true),
    ...changes,
  };
}

/** As delivery does: who is left of a transaction goes in the next. One result for each. */
export async function inTurns(
  transport: MailTransport,
  first: OutgoingTransaction,
): Promise<readonly TransactionResult[]> {
  const results: TransactionResult[] = [];
  for (let next = first; next.recipients.length > 0; ) {
    const result = await transport.send(next);
    results.push(result);
    const rest = result.rest ?? [];
    next = { ...first, recipients: first.recipients.filter(({ recipients }) => rest.includes(recipients[0] ?? -1)) };
  }
  return results;
}

/** `recipient: step code enhanced` for each reply, sorted by recipient. */
export function summary(replies: readonly RecipientReply[]): string[] {
  return replies
    .flatMap((reply) =>
      reply.recipients.map((number) => `${number}: ${reply.step} ${reply.code} ${reply.enhancedCode}`),
    )
    .sort();
}

/** A promise and the function that fulfils it. */
export function signal<Value = void>(): { readonly given: Promise<Value>; give(value: Value): void } {
  let give: (value: Value) => void = () => undefined;
  const given = new Promise<Value>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
