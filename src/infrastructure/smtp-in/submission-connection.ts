import type { Socket } from 'node:net';
import { nextTick } from 'node:process';
import type { TLSSocket } from 'node:tls';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { SMTPServer } from 'smtp-server';
import { readAddress } from '../addresses/address.js';
import { maxRecipientOctets, type SmtpLimits } from './limits.js';
import { type PathCommand, readPathCommand } from './path-command.js';
import { type Fault, faultReplies, recipientReply, type Reply } from './replies.js';
import type { SessionLog } from './session-log.js';
import { SubmissionParser } from './submission-parser.js';
import type { Login } from './login.js';

export interface ConnectionContext {
  readonly limits: SmtpLimits;
  readonly log: SessionLog;
  readonly isStopping: () => boolean;
  readonly onFault: (fault: Fault) => void;
  /** Nothing is taken without TLS and a login, which have their time. */
  readonly asksLogin: boolean;
}

/** What the library refuses on its own, by the words or the context that it sends it with. */
const libraryFaults: ReadonlyMap<unknown, Fault> = new Map<unknown, Fault>([
  ['Timeout - closing connection', 'idle-timeout'],
  ['MESSAGE_TOO_BIG', 'message-too-large'],
  ['TOO_MANY_RECIPIENTS', 'too-many-recipients'],
]);

/** RFC 3207 §4: what a client may ask for in the clear. */
const commandsUnderTls = new Set(['AUTH', 'MAIL', 'RCPT', 'DATA', 'VRFY']);
const maxGreetingCharacters = 255;
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
  /** The path in the command that is being handled. */
  #path: PathCommand | undefined;
  /** Octets of the RCPT commands of this message. */
  #recipientOctets = 0;
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

  /** Aborts when the session ends, or its socket has closed. */
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
    const { asksLogin, limits } = this.context;
    if (asksLogin) this.#loginTimer = setTimeout(() => this.#giveUp('login-timeout'), limits.loginTimeoutMs);
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
    this.#over.abort();
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

  /** Clients call themselves what they like: two words, nothing that is a host. */
  override handler_EHLO(command: Buffer, callback: () => void): void {
    super.handler_EHLO(oneWordGreeting(command), callback);
  }

  override handler_HELO(command: Buffer, callback: () => void): void {
    super.handler_HELO(oneWordGreeting(command), callback);
  }

  override handler_MAIL(command: Buffer, callback: () => void): void {
    const read = readPathCommand('MAIL', command.toString());
    if ('fault' in read) {
      this.fault(read.fault);
      callback();
      return;
    }
    this.#path = read;
    this.#recipientOctets = 0;
    super.handler_MAIL(command, callback);
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    const read = readPathCommand('RCPT', command.toString());
    if ('fault' in read) {
      this.fault(read.fault);
      callback();
      return;
    }
    const recipient = readAddress(read.path, { utf8: this.session.envelope.smtpUtf8 === true });
    if ('fault' in recipient) {
      this.#refuse('recipient-not-valid', recipientReply(recipient));
      callback();
      return;
    }
    const octets = command.length;
    if (this.#recipientOctets + octets > maxRecipientOctets) {
      this.fault('too-many-recipients');
      callback();
      return;
    }
    this.#recipientOctets += octets;
    this.#path = { ...read, path: recipient.address };
    super.handler_RCPT(command, callback);
  }

  #refuse(counted: Fault, { code, enhanced, text }: Reply): void {
    this.context.onFault(counted);
    this.send(code, `${enhanced} ${text}`);
  }

  /** The library knows no quoted local parts, and would judge the sender: it gets what was read here. */
  override _parseAddressCommand(): ReturnType<SMTPConnection['_parseAddressCommand']> {
    const { path, args } = this.#path ?? { path: '', args: false };
    return { address: path, args };
  }

  // The library makes a parser in its constructor, when nothing of this class is there yet, and another one after
  // STARTTLS.
  override _createParser(): SubmissionParser {
    const parser = new SubmissionParser({
      takesBareLineEndings: () => !this.context.asksLogin,
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
    if (this.secure || !this.context.asksLogin || this._nextHandler !== false) return undefined;
    const [verb = ''] = command.toString('latin1', 0, 16).split(' ');
    return commandsUnderTls.has(verb.toUpperCase()) ? 'tls-required' : undefined;
  }

  #watchCommand(midCommand: boolean): void {
    if (!midCommand) {
      clearTimeout(this.#commandTimer);
      this.#commandTimer = undefined;
      return;
    }
    this.#commandTimer ??= setTimeout(() => this.#commandIsLate(), this.context.limits.commandTimeoutMs);
  }

  /** What came behind a command that waits for its answer is read after it. */
  #commandIsLate(): void {
    this.#commandTimer = undefined;
    if (this._handlerPending) this.#watchCommand(true);
    else this.fault('command-timeout');
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

/** The library takes one word; what it is called shows in the log only. */
function oneWordGreeting(command: Buffer): Buffer {
  const [verb = '', ...words] = command
    .toString()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .split(/\s+/);
  return Buffer.from(`${verb} ${words.join('_').slice(0, maxGreetingCharacters)}`);
}
