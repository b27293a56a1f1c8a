import { acceptSmtpMessage, type AcceptSmtpPorts } from '../../src/application/submission/accept-smtp-message.js';
import type { AcceptSmtpResult, SmtpClient, SmtpEnvelope } from '../../src/application/submission/smtp-submission.js';
import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import type { Principal } from '../../src/application/shared/context.js';
import { InFlight } from '../../src/application/submission/accept-submission.js';
import type { Quotas } from '../../src/application/usage/quotas.js';
import type { PublishedTemplate } from '../../src/application/template/published-templates.js';
import { type ByteBudget, createByteBudget } from '../../src/application/shared/byte-budget.js';
import { delivering, jobFor } from './delivering.js';
import type { KnownTopic } from '../../src/application/submission/mail-about.js';
import { correlationId, principal, type World } from './world.js';

/** Links lead to where their reader is. */
const reached = { linkTrouble: null, readElsewhere: false } as const;

export const sessionId = '0195d6a0-0000-7000-8000-0000000000d1';

export interface SubmittingOptions {
  readonly principal?: Principal;
  readonly quotas?: Quotas;
  readonly sandboxDomains?: readonly string[];
  readonly captureMode?: boolean;
  readonly tracesClient?: boolean;
  readonly cannotStore?: boolean;
  readonly topics?: readonly KnownTopic[];
  /** By id or alias; null: never published. */
  readonly templates?: Readonly<Record<string, PublishedTemplate | null>>;
  readonly budget?: ByteBudget;
}

export interface Submitted {
  readonly text: string | Buffer | AsyncIterable<Buffer>;
  readonly to?: readonly string[];
  readonly envelope?: Partial<SmtpEnvelope>;
  readonly client?: SmtpClient;
}

/** One process that takes messages as an SMTP session hands them over. */
export function submitting(world: World, options: SubmittingOptions = {}) {
  const ports = world.process();
  const accepting: AcceptSmtpPorts = {
    ...ports,
    senderRules: {
      domains: new SendingDomains(ports),
      sandboxDomains: options.sandboxDomains ?? [],
      captureMode: options.captureMode ?? true,
      ...reached,
    },
    inFlight: new InFlight(1_000),
    quotas: options.quotas ?? null,
    topicOf: async (_teamId, topicId) => options.topics?.find(({ id }) => id === topicId),
    templateOf: async (_teamId, key) => options.templates?.['id' in key ? key.id : key.alias],
    personOf: async () => ({}),
    fetching: {
      fetcher: { fetch: () => Promise.reject(new Error('nothing is fetched for a message')) },
      budget: options.budget ?? createByteBudget(1_000_000),
      maxContentBytes: 1_000_000,
      timeoutMs: 60_000,
    },
    onAccepted: () => undefined,
    trace: { hostName: 'mail.posthorn.test', namesClient: options.tracesClient ?? false },
    cannotStore: () => options.cannotStore ?? false,
  };
  return {
    ports,
    submit: ({ text, to = ['ada@one.test'], envelope = {}, client }: Submitted): Promise<AcceptSmtpResult> =>
      acceptSmtpMessage(accepting, options.principal ?? principal, {
        client: client ?? { helo: 'app.example.com', address: '192.0.2.7' },
        envelope: {
          reversePath: 'news@example.com',
          recipients: to.map((address) => ({ address })),
          smtpUtf8: false,
          eightBitMime: false,
          ...envelope,
        },
        message: typeof text === 'string' || Buffer.isBuffer(text) ? inChunks(Buffer.from(text)) : text,
        sessionId,
        context: { correlationId },
      }),
  };
}

/** As a socket might give them. */
export async function* inChunks(bytes: Buffer, chunkBytes = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The id; fails the spec where the message was refused. */
export function acceptedId(result: AcceptSmtpResult): string {
  if (result.kind === 'refused') throw new Error(`refused: ${result.refusal}: ${result.message}`);
  return result.emailId;
}

/** Lines with CRLF ends. */
export function lines(...text: readonly string[]): string {
  return text.map((line) => `${line}\r\n`).join('');
}

/** What a receiver gets for a mail at one domain. */
export async function sentMessage(world: World, emailId: string, domain = 'one.test') {
  const worker = delivering(world);
  await worker.attempt(await jobFor(world, emailId, domain));
  const [transaction] = worker.transport.dots;
  if (transaction === undefined) throw new Error('nothing was sent');
  const { message } = transaction;
  if (Buffer.isBuffer(message)) return { transaction, text: message.toString('latin1'), streamed: false };
  const chunks: Buffer[] = [];
  for await (const chunk of message.chunks()) chunks.push(chunk);
  const whole = Buffer.concat(chunks);
  if (whole.length !== message.sizeBytes) throw new Error(`${whole.length} bytes of ${message.sizeBytes}`);
  return { transaction, text: whole.toString('latin1'), streamed: true };
}
