import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TlsUsed } from '../../domain/email/events.js';
import { Conversation } from './conversation.js';
import { noExtensions, type Extensions } from './extensions.js';
import { MalformedReply, ReplyParser, type SmtpReply } from './reply-parser.js';
import { ConnectionLost } from './smtp-failure.js';

interface Waiting {
  resolve(reply: SmtpReply): void;
  reject(error: ConnectionLost): void;
  readonly timer: NodeJS.Timeout;
}

/** A stalled write is noticed within the timeout of one slice. */
const writeSliceBytes = 256 * 1024;
/** How long a receiver may take to answer QUIT before its connection is cut. */
const quitTimeoutMs = 1000;

/**
 * The client's end of one SMTP connection: commands out, replies in, in order. Once lost it stays lost; a reply that
 * was not asked for loses it too, because what the receiver means by later ones is no longer known.
 */
export class SmtpConnection {
  /** What the receiver offered in its last EHLO reply. */
  extensions: Extensions = noExtensions;
  tls: TlsUsed | null = null;
  /** Why the receiver's certificate proves nothing; null where it does, or where there is none. */
  certificateProblem: string | null = null;
  /** The address of our end. */
  readonly localAddress: string | null;
  /** The address of the receiver's end. */
  readonly address: string | null;
  /** It was opened with less TLS than its host demands, for one email. */
  isOneOff = false;
  /** Transactions begun on it so far. */
  transactions = 0;
  /** The last transaction was left open and must be dropped with RSET before the next. */
  needsReset = false;
  /** It can serve again when this resolves: replies of the last transaction are still to come. */
  readyAgain: Promise<void> = Promise.resolve();
  /** Its receiver holds refusals back: it is left. */
  isTarpit = false;
  /** Called once, when it is lost for whatever reason. */
  onLost: () => void = () => undefined;

  /** The conversation so far. */
  readonly conversation = new Conversation();

  private readonly waiting: Waiting[] = [];
  private readonly parser = new ReplyParser();
  private lost: ConnectionLost | undefined;

  constructor(
    /** As the log names it. */
    readonly host: string,
    private socket: Socket,
  ) {
    this.localAddress = socket.localAddress ?? null;
    this.address = socket.remoteAddress ?? null;
    this.listen(socket);
    this.conversation.note(`connected to ${host} [${socket.remoteAddress ?? ''}]:${socket.remotePort ?? ''}`);
    if (socket instanceof TLSSocket) this.note(socket);
  }

  get isAlive(): boolean {
    return this.lost === undefined;
  }

  /** RFC 1122 §3.2.1.3: credentials may go in clear to ourselves. */
  get isLoopback(): boolean {
    return /^(127\.|::1$|::ffff:127\.)/.test(this.socket.remoteAddress ?? '');
  }

  /** The next reply not yet waited for. Rejects with {@link ConnectionLost}. */
  reply(timeoutMs: number): Promise<SmtpReply> {
    return new Promise((resolve, reject) => {
      if (this.lost !== undefined) {
        reject(this.lost);
        return;
      }
      const timer = setTimeout(() => this.lose(new ConnectionLost(`no reply within ${timeoutMs} ms`)), timeoutMs);
      this.waiting.push({ resolve, reject, timer });
    });
  }

  /** One command, without its CRLF, and its reply. `shown` stands for a command that is a secret. */
  command(line: string, timeoutMs: number, shown = line): Promise<SmtpReply> {
    this.conversation.sent(shown, recipientIn(line));
    if (this.lost === undefined) this.socket.write(`${line}\r\n`);
    return this.reply(timeoutMs);
  }

  /** Several commands in one write, RFC 2920. One promise for each; those that are not awaited do no harm. */
  pipeline(lines: readonly string[], timeoutMs: number): Promise<SmtpReply>[] {
    for (const line of lines) this.conversation.sent(line, recipientIn(line));
    if (this.lost === undefined) this.socket.write(`${lines.join('\r\n')}\r\n`);
    return lines.map(() => {
      const reply = this.reply(timeoutMs);
      reply.catch(() => undefined);
      return reply;
    });
  }

  /** Resolves when the operating system has all of it. Rejects when a part of it is stuck for `timeoutMs`. */
  async write(bytes: Buffer, timeoutMs: number): Promise<void> {
    for (let start = 0; start < bytes.length; start += writeSliceBytes) {
      await this.writeSlice(bytes.subarray(start, start + writeSliceBytes), timeoutMs);
    }
  }

  /** Speaks TLS from here on. */
  upgrade(socket: TLSSocket): void {
    this.socket = socket;
    this.note(socket);
    this.listen(socket);
  }

  /**
   * Hands over the socket for a TLS handshake. Undefined when the receiver has sent more than it was asked for, RFC
   * 3207 §6.
   */
  socketForTls(): Socket | undefined {
    this.socket.removeAllListeners('data');
    return this.lost === undefined && this.parser.isEmpty ? this.socket : undefined;
  }

  /** What the receiver sent of certificates, its own first; empty without TLS. */
  peerCertificates(): readonly X509Certificate[] {
    const chain: X509Certificate[] = [];
    let next = this.socket instanceof TLSSocket ? this.socket.getPeerX509Certificate() : undefined;
    // The last may name itself as its issuer.
    while (next !== undefined && !chain.some(({ raw }) => raw.equals(next?.raw ?? raw))) {
      chain.push(next);
      next = next.issuerCertificate;
    }
    return chain;
  }

  destroy(reason: string): void {
    this.lose(new ConnectionLost(reason));
  }

  /** Says goodbye and takes nothing more. */
  quit(): void {
    if (this.lost !== undefined) return;
    this.markLost(new ConnectionLost('closed by us'));
    const cut = setTimeout(() => this.socket.destroy(), quitTimeoutMs);
    this.socket.once('close', () => clearTimeout(cut));
    this.socket.end('QUIT\r\n');
  }

  private note(socket: TLSSocket): void {
    this.tls = tlsUsed(socket);
    const { authorizationError: problem } = socket;
    // An error or its code, whatever the type says.
    this.certificateProblem = socket.authorized ? null : problem instanceof Error ? problem.message : String(problem);
    const { protocol, cipher } = this.tls;
    const proof = this.certificateProblem === null ? 'verified' : `not verified (${this.certificateProblem})`;
    this.conversation.note(`${protocol}, ${cipher}, certificate ${proof}`);
  }

  private listen(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => this.lose(new ConnectionLost(error.message)));
    socket.on('end', () => this.lose(new ConnectionLost('the receiver closed the connection')));
    socket.on('close', () => this.lose(new ConnectionLost('the connection was closed')));
  }

  private receive(chunk: Buffer): void {
    if (this.lost !== undefined) return;
    try {
      this.parser.feed(chunk, (reply) => this.answer(reply));
    } catch (error) {
      if (!(error instanceof MalformedReply)) throw error;
      this.lose(new ConnectionLost(error.message));
    }
  }

  private answer(reply: SmtpReply): void {
    this.conversation.received(reply);
    const waiting = this.waiting.shift();
    if (waiting === undefined) {
      this.lose(new ConnectionLost('a reply to nothing', reply));
      return;
    }
    clearTimeout(waiting.timer);
    waiting.resolve(reply);
  }

  private writeSlice(slice: Buffer, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        if (this.lost === undefined) resolve();
        else reject(this.lost);
      };
      const timer = setTimeout(() => {
        this.lose(new ConnectionLost(`nothing was taken within ${timeoutMs} ms`));
        settle();
      }, timeoutMs);
      if (this.lost !== undefined) {
        settle();
        return;
      }
      this.socket.write(slice, (error) => {
        if (error != null) this.lose(new ConnectionLost(error.message));
        settle();
      });
    });
  }

  private lose(error: ConnectionLost): void {
    if (this.lost !== undefined) return;
    this.markLost(error);
    this.socket.destroy();
  }

  private markLost(error: ConnectionLost): void {
    this.lost = error;
    this.conversation.note(error.message);
    for (const { reject, timer } of this.waiting.splice(0)) {
      clearTimeout(timer);
      reject(error);
    }
    this.onLost();
  }
}

/** The address that a RCPT names. */
function recipientIn(line: string): string | null {
  return /^RCPT TO:<((?:"(?:[^"\\]|\\.)*"|[^">])*)>/.exec(line)?.[1] ?? null;
}

function tlsUsed(socket: TLSSocket): TlsUsed {
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    authorized: socket.authorized,
  };
}
