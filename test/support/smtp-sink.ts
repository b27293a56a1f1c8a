import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { eventually, type WaitLimits } from './wait-for.js';

/**
 * What the sink does at a step: a whole reply (`250 2.0.0 ok`; several lines with `\n`), `drop` (the connection,
 * without a reply), `silence` (nothing more on this connection, ever), or a reply and then the end of the connection.
 */
type Answer = string | { readonly reply: string; readonly thenDrop: true };
type Script<Argument> = (argument: Argument, session: SinkSession) => Answer | Promise<Answer>;

export interface SinkScript {
  /** EHLO keywords; by default what a modern receiver offers, without STARTTLS. */
  readonly extensions?: readonly string[];
  readonly greeting?: Script<undefined>;
  readonly ehlo?: Script<string>;
  readonly helo?: Script<string>;
  /** Offers STARTTLS, or with `implicit` speaks TLS from the first byte. */
  readonly tls?: SinkTls;
  /** The reply to STARTTLS; `220` begins the handshake. */
  readonly starttls?: Script<undefined>;
  readonly credentials?: { readonly username: string; readonly password: string };
  /** The reply to AUTH; undefined: as the credentials say. */
  readonly auth?: (line: string, session: SinkSession) => string | undefined;
  readonly mail?: Script<string>;
  readonly rcpt?: Script<string>;
  readonly data?: Script<SinkMessage>;
  /** Called for each chunk that does not end the message. */
  readonly chunk?: Script<Buffer>;
  readonly dot?: Script<SinkMessage>;
  readonly rset?: Script<undefined>;
}

interface SinkTls {
  readonly key: string;
  readonly cert: string;
  readonly implicit?: boolean;
  readonly maxVersion?: 'TLSv1';
  readonly minVersion?: 'TLSv1';
  readonly ciphers?: string;
}

export interface SinkMessage {
  readonly reversePath: string;
  /** Those that RCPT accepted. */
  readonly recipients: readonly string[];
  /** As it was meant: dot-stuffing undone. Empty until the dot. */
  readonly raw: Buffer;
  readonly session: SinkSession;
}

export interface SinkSession {
  /** From 1, in the order of connecting. */
  readonly number: number;
  /** The address that the client connected from. */
  readonly from: string;
  readonly commands: readonly string[];
  /** Bytes of the message that is being received, as they came. */
  readonly wire: Buffer;
  readonly secure: boolean;
  readonly authenticated: boolean;
  readonly isOpen: boolean;
  /** The largest number of commands that arrived at once. */
  readonly largestBatch: number;
  send(text: string): void;
  drop(): void;
}

export interface SmtpSink {
  readonly port: number;
  readonly sessions: readonly SinkSession[];
  /** Whole messages: their dot was seen. */
  readonly messages: readonly SinkMessage[];
  /** Resolves when it holds; throws where it does not within a minute, or the limit that is given. */
  until(condition: () => boolean, limits?: WaitLimits): Promise<void>;
  openConnections(): number;
  close(): Promise<void>;
}

const defaultExtensions = ['PIPELINING', 'SIZE 41943040', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES'];

export interface SinkPlace {
  /** 127.0.0.1 where it is not given. */
  readonly host?: string;
  /** A free one where it is not given; throws where somebody else has it. */
  readonly port?: number;
}

/** A receiver on loopback that does what its script says and keeps everything it sees. */
export async function startSmtpSink(
  script: SinkScript = {},
  { host = '127.0.0.1', port = 0 }: SinkPlace = {},
): Promise<SmtpSink> {
  const sessions: Session[] = [];
  const messages: SinkMessage[] = [];
  const server: Server = createServer((socket) => {
    sessions.push(new Session(sessions.length + 1, socket, script, messages));
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    sessions,
    messages,
    until: eventually,
    openConnections: () => sessions.filter((session) => session.isOpen).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.drop();
      }),
  };
}

type State = 'commands' | 'data' | 'auth-name' | 'auth-password';

class Session implements SinkSession {
  readonly commands: string[] = [];
  secure = false;
  authenticated = false;
  largestBatch = 0;
  isOpen = true;
  readonly from: string;
  private state: State = 'commands';
  private unread: Buffer = Buffer.alloc(0);
  /** What came of the message, in pieces: to put a large one together with each of them takes longer than all else. */
  private pieces: Buffer[] = [];
  /** The last bytes before what is unread, where the end of the message may have begun. */
  private tail: Buffer = Buffer.alloc(0);
  private running: Promise<void>;
  private inTransaction = false;
  private reversePath = '';
  private recipients: string[] = [];
  private username = '';

  constructor(
    readonly number: number,
    private socket: Socket,
    private readonly script: SinkScript,
    private readonly messages: SinkMessage[],
  ) {
    this.from = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.isOpen = false;
    });
    this.running = Promise.resolve();
    if (script.tls?.implicit === true) this.beginTls();
    else this.listen(socket);
    this.enqueue(async () => void (await this.answer(script.greeting, undefined, '220 sink.example.com ESMTP')));
  }

  get wire(): Buffer {
    if (this.pieces.length !== 1) this.pieces = [Buffer.concat(this.pieces)];
    // Just put there.
    return this.pieces[0]!;
  }

  send(text: string): void {
    this.socket.write(`${text}\r\n`);
  }

  drop(): void {
    this.socket.destroy();
  }

  private listen(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      this.largestBatch = Math.max(this.largestBatch, this.state === 'data' ? 0 : linesIn(chunk));
      this.enqueue(() => this.receive(chunk));
    });
  }

  /** One after the other, however long a script takes. */
  private enqueue(step: () => Promise<void>): void {
    this.running = this.running.then(step).catch(() => this.drop());
  }

  private async receive(chunk: Buffer): Promise<void> {
    this.unread = Buffer.concat([this.unread, chunk]);
    while (this.unread.length > 0 && this.isOpen) {
      const progressed = this.state === 'data' ? await this.takeData() : await this.takeLine();
      if (!progressed) break;
    }
  }

  private async takeLine(): Promise<boolean> {
    const end = this.unread.indexOf('\r\n');
    if (end === -1) return false;
    const line = this.unread.toString('utf8', 0, end);
    this.unread = this.unread.subarray(end + 2);
    if (this.state === 'commands') await this.command(line);
    else await this.credential(line);
    return true;
  }

  private async takeData(): Promise<boolean> {
    const chunk = this.unread;
    const seen = Buffer.concat([this.tail, chunk]);
    const end = seen.indexOf('\r\n.\r\n');
    this.pieces.push(chunk);
    this.tail = seen.subarray(-4);
    this.unread = end === -1 ? Buffer.alloc(0) : seen.subarray(end + 5);
    if (end !== -1) this.pieces = [this.wire.subarray(0, this.wire.length - (seen.length - end - 2))];
    if (end === -1) {
      if (this.script.chunk !== undefined) await this.answer(this.script.chunk, chunk, 'drop');
      return false;
    }
    this.state = 'commands';
    const message = this.message(unstuffed(this.wire));
    this.messages.push(message);
    this.endTransaction();
    await this.answer(this.script.dot, message, '250 2.0.0 taken');
    return true;
  }

  private endTransaction(): void {
    this.inTransaction = false;
    this.recipients = [];
  }

  private message(raw: Buffer): SinkMessage {
    return { reversePath: this.reversePath, recipients: [...this.recipients], raw, session: this };
  }

  private async command(line: string): Promise<void> {
    this.commands.push(line);
    const verb = line.slice(0, 4).toUpperCase();
    const path = /<(.*?)>/.exec(line)?.[1] ?? '';
    const { script } = this;
    if (verb === 'EHLO') await this.answer(script.ehlo, line.slice(5), this.ehloReply());
    else if (verb === 'HELO') await this.answer(script.helo, line.slice(5), '250 sink.example.com');
    else if (verb === 'STAR') await this.startTls();
    else if (verb === 'AUTH') this.authenticate(line);
    else if (verb === 'MAIL') {
      // As real receivers do: the last transaction must be over, RFC 5321 §4.1.4.
      if (this.inTransaction) return this.send('503 5.5.1 nested MAIL');
      this.reversePath = path;
      const reply = await this.answer(script.mail, path, '250 2.1.0 ok');
      this.inTransaction = reply.startsWith('2');
    } else if (verb === 'RCPT') {
      const reply = await this.answer(script.rcpt, path, '250 2.1.5 ok');
      if (reply.startsWith('2')) this.recipients.push(path);
    } else if (verb === 'DATA') await this.data();
    else if (verb === 'RSET') {
      this.endTransaction();
      await this.answer(script.rset, undefined, '250 2.0.0 ok');
    } else if (verb === 'QUIT') {
      this.send('221 2.0.0 bye');
      this.socket.end();
    } else this.send('502 5.5.2 no such command');
  }

  private async data(): Promise<void> {
    this.pieces = [];
    // The line end of DATA itself counts as the one before the dot.
    this.tail = Buffer.from('\r\n');
    const usual = this.recipients.length > 0 ? '354 go on' : '554 5.5.1 no valid recipients';
    const reply = await this.answer(this.script.data, this.message(Buffer.alloc(0)), usual);
    if (reply.startsWith('354')) this.state = 'data';
  }

  private ehloReply(): string {
    const { extensions = defaultExtensions, tls, credentials } = this.script;
    const offered = [
      ...extensions,
      ...(tls === undefined || this.secure ? [] : ['STARTTLS']),
      ...(credentials === undefined || extensions.some((name) => name.startsWith('AUTH')) ? [] : ['AUTH PLAIN LOGIN']),
    ];
    return ['sink.example.com', ...offered]
      .map((text, index, all) => `250${index === all.length - 1 ? ' ' : '-'}${text}`)
      .join('\n');
  }

  private async startTls(): Promise<void> {
    const reply = await this.answer(this.script.starttls, undefined, '220 2.0.0 go on');
    if (reply.startsWith('220') && this.script.tls !== undefined) this.beginTls();
  }

  private beginTls(): void {
    const { tls } = this.script;
    if (tls === undefined) return;
    this.socket.removeAllListeners('data');
    const secure = new TLSSocket(this.socket, { isServer: true, secureContext: createSecureContext(tls) });
    secure.on('error', () => undefined);
    this.socket = secure;
    this.secure = true;
    this.listen(secure);
  }

  private authenticate(line: string): void {
    const scripted = this.script.auth?.(line, this);
    if (scripted !== undefined) return this.send(scripted);
    const [, mechanism = '', initial = ''] = line.split(' ');
    if (mechanism.toUpperCase() === 'PLAIN') {
      const [, username = '', password = ''] = Buffer.from(initial, 'base64').toString().split('\0');
      this.judge(username, password);
      return;
    }
    this.state = 'auth-name';
    this.send('334 VXNlcm5hbWU6');
  }

  private async credential(line: string): Promise<void> {
    const value = Buffer.from(line, 'base64').toString();
    if (this.state === 'auth-name') {
      this.username = value;
      this.state = 'auth-password';
      this.send('334 UGFzc3dvcmQ6');
      return;
    }
    this.state = 'commands';
    this.judge(this.username, value);
  }

  private judge(username: string, password: string): void {
    const { credentials } = this.script;
    this.authenticated = username === credentials?.username && password === credentials.password;
    this.send(this.authenticated ? '235 2.7.0 welcome' : '535 5.7.8 wrong');
  }

  /** The reply that was given; empty where none was. */
  private async answer<Argument>(
    script: Script<Argument> | undefined,
    argument: Argument,
    usual: string,
  ): Promise<string> {
    const answer = script === undefined ? usual : await script(argument, this);
    const reply = typeof answer === 'string' ? answer : answer.reply;
    if (reply === 'silence') return new Promise(() => undefined);
    if (reply === 'drop') {
      this.drop();
      return '';
    }
    this.send(reply.replaceAll('\n', '\r\n'));
    if (typeof answer !== 'string') this.socket.end();
    return reply;
  }
}

function linesIn(chunk: Buffer): number {
  return chunk.toString('latin1').split('\r\n').length - 1;
}

function unstuffed(wire: Buffer): Buffer {
  return Buffer.from(wire.toString('latin1').replace(/^\./, '').replaceAll('\r\n.', '\r\n'), 'latin1');
}
