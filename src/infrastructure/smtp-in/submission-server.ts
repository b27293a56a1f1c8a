import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import {
  SMTPServer,
  type SMTPServerAuthentication,
  type SMTPServerAuthenticationResponse,
  type SMTPServerDataStream,
  type SMTPServerSession,
} from 'smtp-server';
import { delay } from '../../application/shared/delay.js';
import type { RateLine } from '../../application/shared/rate-line.js';
import type { AcceptSmtpMessage, AcceptSmtpResult } from '../../application/submission/smtp-submission.js';
import { envelopeOf } from './envelope.js';
import { maxMessageBytes, type SmtpLimits } from './limits.js';
import { logIn, type Login, type LoginDependencies, maxFailedLogins } from './login.js';
import { type ReceivedFault, receiveMessage } from './receive-message.js';
import { errorOf, type Fault, faultReplies, refusalReply, refusalsOfSenders } from './replies.js';
import type { KeyAndCertificate } from './self-signed.js';
import { type SessionFacts, SessionLog, type SessionRecorder } from './session-log.js';
import { SubmissionConnection } from './submission-connection.js';

/** What is counted, by reason and by outcome; never by address. */
interface SmtpCounters {
  refused(reason: string): void;
  message(outcome: 'accepted' | 'refused'): void;
}

export interface SubmissionDependencies {
  readonly acceptMail: AcceptSmtpMessage;
  readonly login: LoginDependencies;
  /** Null when messages are not counted. */
  readonly rateLine: Pick<RateLine, 'take'> | null;
  readonly recorder: SessionRecorder;
  readonly counters: SmtpCounters;
  readonly limits: SmtpLimits;
  /** What the server calls itself in its greeting. */
  readonly hostName: string;
  /** A UUIDv7. */
  readonly nextId: () => string;
  /** A message could not be accepted for a reason that is no refusal of ours. */
  readonly onFailure: (error: unknown) => void;
}

/** Commands of other times and trades. XCLIENT and XFORWARD would let a client choose its own address. */
const neverTaken = ['XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'];

type Done<Extra = never> = (error?: Error | null, extra?: Extra) => void;

/** One session, where it came in, and what to call at its end. */
interface Session {
  readonly connection: SubmissionConnection;
  readonly listener: string;
  readonly onEnd: () => void;
}

/** Sessions of one kind: TLS from the first byte, or by STARTTLS. Sockets are handed in, it listens nowhere itself. */
export class SubmissionServer {
  readonly #server: SMTPServer;
  readonly #sessions = new Map<string, Session>();
  #stopping = false;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly dependencies: SubmissionDependencies,
    certificate: KeyAndCertificate,
    implicitTls: boolean,
  ) {
    this.#server = new SMTPServer({
      ...certificate,
      secure: implicitTls,
      name: dependencies.hostName,
      banner: 'Posthorn',
      heloResponse: '%s',
      logger: false,
      disableReverseLookup: true,
      authMethods: ['PLAIN', 'LOGIN'],
      authRequiredMessage: '5.7.0 Log in first',
      size: maxMessageBytes,
      maxRecipients: dependencies.limits.maxRecipients,
      hideENHANCEDSTATUSCODES: false,
      hideDSN: false,
      disabledCommands: neverTaken,
      socketTimeout: dependencies.limits.idleTimeoutMs,
      onConnect(session, done) {
        // RFC 4954 §4: where there is no TLS yet there is no AUTH to be seen either.
        session.disabledCommands = session.secure ? neverTaken : ['AUTH', ...neverTaken];
        done();
      },
      onSecure(_socket, session, done) {
        session.disabledCommands = neverTaken;
        done();
      },
      onAuth: (auth, session, done) =>
        this.#answered(this.#authenticate(auth, this.#connectionOf(session), done), done),
      onMailFrom: (_address, session, done) =>
        this.#answered(this.#beginMessage(this.#connectionOf(session), done), done),
      // The connection has read it; without this the library answers in a later turn, apart from what came with it.
      onRcptTo: (_address, _session, done) => done(),
      onData: (stream, session, done) => this.#answered(this.#receive(stream, session, done), done),
      onClose: ({ id }) => this.#ended(id),
    });
    // Errors of broken sockets: each session handles its own end.
    this.#server.on('error', () => undefined);
  }

  /** An accepted socket, after its handshake where TLS is implicit. `onEnd` is called once, after it has closed. */
  take(socket: Socket | TLSSocket, listener: string, onEnd: () => void): void {
    const { limits, counters, recorder, nextId } = this.dependencies;
    const id = nextId();
    const log = new SessionLog({ recorder, nextId, nowMs: Date.now });
    const context = { limits, log, isStopping: () => this.#stopping, onFault: counters.refused, asksLogin: true };
    const connection = new SubmissionConnection(this.#server, socket, id, context);
    this.#sessions.set(id, { connection, listener, onEnd });
    this.#server.connections.add(connection);
    connection.on('error', () => undefined);
    connection.init();
    if (this.#stopping) connection.fault('stopping');
  }

  /** For new sessions. */
  use(certificate: KeyAndCertificate): void {
    this.#server.updateSecureContext({ ...certificate });
  }

  /** Idle sessions end with 421 now, busy ones after the reply to their message. */
  stop(): void {
    this.#stopping = true;
    for (const { connection } of this.#sessions.values()) if (!connection.busy) connection.fault('stopping');
  }

  /** Resolves when every session has ended and is in the request log. */
  emptied(): Promise<void> {
    return this.#sessions.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #connectionOf({ id }: SMTPServerSession): SubmissionConnection {
    const known = this.#sessions.get(id);
    if (known === undefined) throw new Error('a session outlived its connection');
    return known.connection;
  }

  #ended(id: string): void {
    const known = this.#sessions.get(id);
    if (known === undefined) return;
    known.connection.ended();
    known.connection.context.log.end(this.#factsOf(known.connection));
    this.#sessions.delete(id);
    known.onEnd();
    if (this.#sessions.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }

  /** Nothing that goes wrong over one session may reach the others. */
  #answered(work: Promise<void>, done: Done): void {
    work.catch((error: unknown) => {
      this.dependencies.onFailure(error);
      done(errorOf(faultReplies.failed));
    });
  }

  async #authenticate(
    { username = '', password }: SMTPServerAuthentication,
    connection: SubmissionConnection,
    done: (error: Error | null | undefined, response?: SMTPServerAuthenticationResponse) => void,
  ): Promise<void> {
    const given = { userName: username, password: password ?? '', address: connection.remoteAddress };
    const result = await logIn(this.dependencies.login, given);
    if ('principal' in result) {
      connection.loggedIn(result);
      done(null, { user: result.principal.apiKeyId });
      return;
    }
    connection.context.onFault(result.fault);
    if (result.delayMs > 0) await delay(result.delayMs, connection.over);
    if (result.fault === 'login-failed') connection.failedLogins += 1;
    if (connection.failedLogins >= maxFailedLogins) {
      connection.fault('login-flood');
      return;
    }
    done(errorOf(faultReplies[result.fault]));
  }

  async #beginMessage(connection: SubmissionConnection, done: Done): Promise<void> {
    const fault = await this.#faultOfSender(connection);
    // It ended while it waited, with a reply of its own.
    if (connection.isOver) return;
    if (fault === undefined) {
      done();
      return;
    }
    const facts = this.#factsOf(connection);
    if (facts !== undefined && fault === 'rate-limited') connection.context.log.refused(facts, faultReplies[fault]);
    refuse(connection, fault, done);
  }

  async #faultOfSender({ login, over }: SubmissionConnection): Promise<Fault | undefined> {
    if (login === undefined) return 'tls-required';
    const fault = await faultOfLogin(login);
    if (fault !== undefined) return fault;
    const { rateLine } = this.dependencies;
    if (rateLine === null) return undefined;
    // In a minute of waiting it may have been deleted.
    return (await rateLine.take(login.principal.teamId, over)) ? faultOfLogin(login) : 'rate-limited';
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession, done: Done<string>): Promise<void> {
    const connection = this.#connectionOf(session);
    const { login } = connection;
    // MAIL is taken of a session that has logged in only, and DATA only after MAIL.
    if (login === undefined) throw new Error('a message without a sender');
    const envelope = envelopeOf(session.envelope);
    connection.busy = true;
    const received = await receiveMessage({
      stream,
      dataGraceMs: this.dependencies.limits.dataGraceMs,
      onHopeless: (fault) => connection.fault(fault),
      accept: (message) =>
        this.dependencies.acceptMail(login.principal, {
          client: { helo: session.hostNameAppearsAs || '', address: connection.remoteAddress },
          envelope,
          message,
          sessionId: session.id,
          context: { correlationId: connection.context.log.entryId() },
        }),
    });
    connection.busy = false;
    this.#answer(connection, login, received, done);
    if (this.#stopping) connection.fault('stopping');
  }

  #answer(
    connection: SubmissionConnection,
    login: Login,
    received: AcceptSmtpResult | ReceivedFault,
    done: Done<string>,
  ): void {
    const { counters, onFailure } = this.dependencies;
    const { log } = connection.context;
    const facts = this.#factsOf(connection) ?? {
      principal: login.principal,
      helo: '',
      listener: '',
      protocol: 'ESMTPS',
    };
    if (received.kind === 'accepted') {
      counters.message('accepted');
      log.accepted(facts, received.emailId);
      done(null, `Accepted as ${received.emailId}`);
      return;
    }
    counters.message('refused');
    const reply =
      received.kind === 'fault' ? faultReplies[received.fault] : refusalReply(received.refusal, received.message);
    if (connection.isOver) {
      // Half a message fails wherever it is read; what counts is why there is no more of it.
      if (connection.endedBy === undefined) counters.refused('broke-off');
      else log.refused(facts, faultReplies[connection.endedBy]);
    } else {
      if (received.kind === 'fault' && received.fault === 'failed') onFailure(received.cause);
      counters.refused(received.kind === 'fault' ? received.fault : received.refusal);
      if (received.kind === 'refused' && refusalsOfSenders.has(received.refusal)) {
        const reason = received.refusal;
        this.dependencies.login.noteSecurityEvent?.('sender-refused', { address: connection.remoteAddress, reason });
      }
      log.refused(facts, reply);
    }
    done(errorOf(reply));
  }

  #factsOf({ id, login, session }: SubmissionConnection): SessionFacts | undefined {
    if (login === undefined) return undefined;
    return {
      principal: login.principal,
      helo: session.hostNameAppearsAs || '',
      listener: this.#sessions.get(id)?.listener ?? '',
      protocol: session.transmissionType,
    };
  }
}

function refuse(connection: SubmissionConnection, fault: Fault, done: Done): void {
  connection.context.onFault(fault);
  done(errorOf(faultReplies[fault]));
}

/** A session may outlive its key by days. */
async function faultOfLogin(login: Login): Promise<Fault | undefined> {
  try {
    return (await login.current()) === undefined ? 'key-revoked' : undefined;
  } catch {
    return 'login-unavailable';
  }
}
