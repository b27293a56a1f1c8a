import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { TLSSocket } from 'node:tls';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { SMTPServer } from 'smtp-server';
import { withQuotedLocalPart } from '../addresses/local-part.js';
import type { SmtpLimits } from './limits.js';
import { type Fault, faultReplies } from './replies.js';
import type { SessionLog } from './session-log.js';
import { SubmissionParser } from './submission-parser.js';
import type { Login } from './login.js';

export interface ConnectionContext {
  readonly limits: SmtpLimits;
  readonly log: SessionLog;
  readonly isStopping: () => boolean;
  readonly onFault: (fault: Fault) => void;
}

/** What the library refuses on its own, by the words or the context that it sends it with. */
const libraryFaults: ReadonlyMap<unknown, Fault> = new Map<unknown, Fault>([
  ['Timeout - closing connection', 'idle-timeout'],
  ['MESSAGE_TOO_BIG', 'message-too-large'],
  ['TOO_MANY_RECIPIENTS', 'too-many-recipients'],
]);

/** RFC 3207 §4: what a client may ask for in the clear. */
const commandsUnderTls = new Set(['AUTH', 'MAIL', 'RCPT', 'DATA', 'VRFY']);
const ownStatusCode = /^[245]\.\d{1,3}\.\d{1,3} /;

/** One session of the library, with a clock on everything that a client does and an end to what it must not do. */
export class SubmissionConnection extends SMTPConnection {
  readonly context: ConnectionContext;
  login: Login | undefined;
  failedLogins = 0;
  /** A message is being received or accepted. */
  busy = false;
  /** What ended the session, where it was not the client. */
  endedBy: Fault | undefined;
  readonly #over = new AbortController();
  #greeted = false;
  #loginTimer: NodeJS.Timeout | undefined;
  #commandTimer: NodeJS.Timeout | undefined;

  constructor(server: SMTPServer, socket: Socket | TLSSocket, id: string, context: ConnectionContext) {
    super(server, socket, { id });
    this.context = context;
  }

  /** Refuses, counts it, and ends the session where that is what the fault deserves. */
  fault(fault: Fault): void {
    if (this._closing || this._closed) return;
    const { code, enhanced, text, closes } = faultReplies[fault];
    this.context.onFault(fault);
    this.send(code, `${enhanced} ${text}`);
    if (!closes) return;
    this.endedBy = fault;
    this.close();
  }

  /** Replies do not reach the client any more. */
  get isOver(): boolean {
    return this._closing || this._closed;
  }

  loggedIn(login: Login): void {
    this.login = login;
    clearTimeout(this.#loginTimer);
  }

  /** Aborts when the socket has closed. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** After the socket has closed. */
  ended(): void {
    this.#over.abort();
    clearTimeout(this.#loginTimer);
    clearTimeout(this.#commandTimer);
  }

  /**
   * The library greets after a fixed 100 ms. Here the greeting waits for one turn of the event loop, in which whatever
   * a client had sent too early has been read; `docs/decisions` says why.
   */
  override init(): void {
    super.init();
    const { loginTimeoutMs } = this.context.limits;
    this.#loginTimer = setTimeout(() => this.#giveUp('login-timeout'), loginTimeoutMs);
    setImmediate(() => setImmediate(() => this.connectionReady()));
  }

  /** Once: the library's own timer comes too late. */
  override connectionReady(next?: () => void): void {
    if (this.#greeted || this._closing || this._closed) return;
    this.#greeted = true;
    super.connectionReady(next);
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    this.#gatherReplies();
    const known = libraryFaults.get(context) ?? libraryFaults.get(data);
    if (known !== undefined) {
      this.context.onFault(known);
      const reply = faultReplies[known];
      super.send(reply.code, `${reply.enhanced} ${reply.text}`, false);
      return;
    }
    super.send(code, data, typeof data === 'string' && ownStatusCode.test(data) ? false : context);
  }

  /**
   * Replies to commands that came together leave together: one TLS record and one packet (RFC 2920 §3.2). In the clear
   * nothing waits, as the reply to STARTTLS must be out before the handshake.
   */
  #gatherReplies(): void {
    if (!this.secure || this._upgrading) return;
    const socket = this._socket;
    socket.cork();
    nextTick(() => socket.uncork());
  }

  override close(): void {
    super.close();
    const message = this._dataStream;
    // Half a message is none: its reader must not take it for the whole.
    if (message && !message.writableEnded && !message.destroyed) message.destroy();
  }

  override handler_STARTTLS(command: Buffer, callback: () => void): void {
    if (!this.secure && this._parser instanceof SubmissionParser && this._parser.pipelinedOctets > 0) {
      this.fault('starttls-injection');
      callback();
      return;
    }
    super.handler_STARTTLS(command, callback);
  }

  override _parseAddressCommand(
    name: string,
    command: Buffer | string,
  ): ReturnType<SMTPConnection['_parseAddressCommand']> {
    return withQuotedLocalPart(command, (text) => super._parseAddressCommand(name, text));
  }

  // The library makes a parser in its constructor, when nothing of this class is there yet, and another one after
  // STARTTLS.
  override _createParser(): SubmissionParser {
    const parser = new SubmissionParser({
      onBareLineEnding: () => this.#giveUp('bare-line-ending'),
      onCommand: (command, done) => this.#take(command, done),
      onChunk: (midCommand) => this.#watchCommand(midCommand),
    });
    parser.on('error', () => this.fault('command-too-long'));
    return parser;
  }

  #take(command: Buffer, done: () => void): void {
    if (!this._upgrading) {
      const fault = this.#faultOf(command);
      if (fault !== undefined) {
        this.fault(fault);
        done();
        return;
      }
    }
    this._onCommand(command, done);
  }

  #faultOf(command: Buffer): Fault | undefined {
    if (!this._ready) return 'early-talker';
    if (this.context.isStopping()) return 'stopping';
    if (this.secure || this._nextHandler !== false) return undefined;
    const [verb = ''] = command.toString('latin1', 0, 16).split(' ');
    return commandsUnderTls.has(verb.toUpperCase()) ? 'tls-required' : undefined;
  }

  #watchCommand(midCommand: boolean): void {
    if (!midCommand) {
      clearTimeout(this.#commandTimer);
      this.#commandTimer = undefined;
      return;
    }
    this.#commandTimer ??= setTimeout(() => this.fault('command-timeout'), this.context.limits.commandTimeoutMs);
  }

  /** In the middle of a handshake no reply can be sent. */
  #giveUp(fault: Fault): void {
    if (!this._upgrading) {
      this.fault(fault);
      return;
    }
    this.context.onFault(fault);
    this._socket.destroy();
  }
}
