import type { Socket } from 'node:net';
import type { RateLine } from '../../../src/application/shared/rate-line.js';
import type { Principal } from '../../../src/application/shared/context.js';
import type {
  AcceptSmtpMessage,
  AcceptSmtpResult,
  SmtpSubmission,
} from '../../../src/application/submission/smtp-submission.js';
import type { AnsweredRequest, RequestDetail } from '../../../src/domain/request-log/events.js';
import { createAuthFailures } from '../../../src/infrastructure/security/auth-failures.js';
import type { SmtpLimits } from '../../../src/infrastructure/smtp-in/limits.js';
import type { ListenerName } from '../../../src/infrastructure/smtp-in/listeners.js';
import { type SmtpIn, type SmtpInOptions, startSmtpIn } from '../../../src/infrastructure/smtp-in/smtp-in.js';
import { SubmissionServer } from '../../../src/infrastructure/smtp-in/submission-server.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';
import { type SmtpClient, smtpClient } from '../../support/smtp-client.js';
import type { SmtpWire } from '../../support/smtp-wire.js';

export const apiKey = 're_unit_0000000000000000000000001';
export const sender: Principal = {
  apiKeyId: '0190a000-0000-8000-8000-000000000001',
  teamId: '0190a000-0000-7000-8000-000000000002',
  permission: 'sending_access',
  domainId: null,
};
export const certificate = { key: loopbackCertificate.privateKey, cert: loopbackCertificate.certificate };

interface ReceivedMail {
  readonly submission: SmtpSubmission;
  readonly raw: Buffer;
}

export interface SubmissionWorld {
  readonly server: SmtpIn;
  /** Those that were accepted. */
  readonly mails: ReceivedMail[];
  readonly sessions: { readonly teamId: string; readonly request: AnsweredRequest; readonly detail: RequestDetail }[];
  /** By reason. */
  readonly refusals: Map<string, number>;
  readonly failures: unknown[];
  /** Keys that are valid now. */
  readonly keys: Map<string, Principal>;
  connect(listener?: ListenerName): Promise<SmtpClient>;
  /** A session under TLS, without a network. */
  takeWire(wire: SmtpWire): void;
  port(listener?: ListenerName): number;
}

export interface Changes {
  readonly limits?: Partial<SmtpLimits>;
  readonly rateLine?: Pick<RateLine, 'take'>;
  /** Once the message is whole. */
  readonly answer?: (mail: ReceivedMail) => AcceptSmtpResult | Promise<AcceptSmtpResult>;
  /** In the place of reading it and {@link Changes.answer}. */
  readonly acceptMail?: AcceptSmtpMessage;
  readonly options?: Partial<SmtpInOptions>;
}

/** Longer than any test may take: what ends earlier was ended by what the test is about. */
const longMs = 600_000;
export const patientLimits: SmtpLimits = {
  maxConnections: 1000,
  maxConnectionsPerAddress: 1000,
  maxRecipients: 1000,
  idleTimeoutMs: longMs,
  commandTimeoutMs: longMs,
  loginTimeoutMs: longMs,
  dataGraceMs: longMs,
};

const opened: (() => Promise<void>)[] = [];

export async function closeAll(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}

/** The listener on free ports, in front of an application that accepts everything. */
export async function submissionWorld(changes: Changes = {}): Promise<SubmissionWorld> {
  const mails: ReceivedMail[] = [];
  const sessions: SubmissionWorld['sessions'] = [];
  const refusals = new Map<string, number>();
  const failures: unknown[] = [];
  const keys = new Map([[apiKey, sender]]);
  let ids = 0;
  const answer = changes.answer ?? ((): AcceptSmtpResult => ({ kind: 'accepted', emailId: `email-${mails.length}` }));
  const acceptMail: AcceptSmtpMessage = async (_sender, submission) => {
    const chunks: Buffer[] = [];
    for await (const chunk of submission.message) chunks.push(chunk);
    const mail = { submission, raw: Buffer.concat(chunks) };
    mails.push(mail);
    return answer(mail);
  };
  const options: SmtpInOptions = {
    host: '127.0.0.1',
    hostSetting: 'HOST',
    ports: { SMTP_25_PORT: 0, SMTP_587_PORT: 0, SMTP_2587_PORT: 0, SMTP_465_PORT: 0, SMTP_2465_PORT: 0 },
    certificate,
    onTaken(error) {
      throw error;
    },
    acceptMail: changes.acceptMail ?? acceptMail,
    login: {
      authenticator: { authenticatorFor: (token) => async () => keys.get(token) },
      userNames: ['posthorn', 'resend'],
      failures: createAuthFailures(3),
      nowMs: () => performance.now(),
    },
    rateLine: changes.rateLine ?? null,
    recorder: { note: (teamId, request, detail) => void sessions.push({ teamId, request, detail }) },
    counters: {
      refused: (reason) => void refusals.set(reason, (refusals.get(reason) ?? 0) + 1),
      message: () => undefined,
    },
    limits: { ...patientLimits, ...changes.limits },
    hostName: 'mx.example.com',
    nextId: () => `0190a000-0000-7000-8000-${String((ids += 1)).padStart(12, '0')}`,
    onFailure: (error) => void failures.push(error),
    ...changes.options,
  };
  const server = await startSmtpIn(options);
  opened.push(() => server.stop(0));
  const port = (listener: ListenerName = 'SMTP_587_PORT'): number => server.ports[listener] ?? 0;
  return {
    server,
    mails,
    sessions,
    refusals,
    failures,
    keys,
    port,
    takeWire(wire) {
      const submissions = new SubmissionServer(options, certificate, true);
      // The members of a socket that the server uses are there.
      submissions.take(wire as unknown as Socket, 'SMTP_465_PORT', () => undefined);
    },
    async connect(listener = 'SMTP_587_PORT') {
      const implicitTls = listener === 'SMTP_465_PORT' || listener === 'SMTP_2465_PORT';
      const client = await smtpClient(port(listener), { implicitTls });
      opened.push(async () => client.end());
      return client;
    },
  };
}
