import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** One reply, its lines joined by `\n` as they came. */
type SmtpReply = string;

/** A client that says exactly what it is told to, however wrong. */
export interface SmtpClient {
  /** Octets as they are. */
  write(octets: string | Buffer): void;
  /** A command line and its reply. */
  ask(command: string): Promise<SmtpReply>;
  /** The next whole reply; `closed` where the server ends the connection instead. */
  reply(): Promise<SmtpReply>;
  /** STARTTLS, and the handshake. */
  startTls(): Promise<void>;
  /** Greeting, EHLO, STARTTLS where the session is in the clear, and AUTH PLAIN. */
  logIn(key: string): Promise<void>;
  /** MAIL, RCPT and DATA, up to 354. */
  begin(from: string, ...to: readonly string[]): Promise<void>;
  readonly socket: Socket;
  /** Resolves when the server has closed its side. */
  readonly closed: Promise<void>;
  end(): void;
}

export async function smtpClient(port: number, { implicitTls = false } = {}): Promise<SmtpClient> {
  const raw = connect(port, '127.0.0.1');
  raw.setNoDelay(true);
  let socket: Socket = raw;
  let text = '';
  let ended = false;
  let wake: () => void = () => undefined;
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });

  function listen(to: Socket | TLSSocket): void {
    to.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      wake();
    });
    const over = (): void => {
      if (to !== socket) return;
      ended = true;
      wake();
      close();
    };
    to.on('end', over).on('close', over).on('error', over);
  }

  async function secure(): Promise<void> {
    const encrypted = connectTls({ socket: raw, rejectUnauthorized: false });
    raw.removeAllListeners('data');
    socket = encrypted;
    listen(encrypted);
    await once(encrypted, 'secureConnect');
  }

  async function reply(): Promise<SmtpReply> {
    for (;;) {
      const whole = /^(?:\d{3}-[^\r\n]*\r\n)*\d{3}(?: [^\r\n]*)?\r\n/.exec(text)?.[0];
      if (whole !== undefined) {
        text = text.slice(whole.length);
        return whole.trimEnd().replaceAll('\r\n', '\n');
      }
      if (ended) return 'closed';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const client: SmtpClient = {
    write: (octets) => void (socket.writable && socket.write(octets)),
    async ask(command) {
      client.write(`${command}\r\n`);
      return reply();
    },
    reply,
    async startTls() {
      const answer = await client.ask('STARTTLS');
      if (!answer.startsWith('220')) throw new Error(answer);
      await secure();
    },
    async logIn(key) {
      await reply();
      await client.ask('EHLO client.example.com');
      if (socket === raw) {
        await client.startTls();
        await client.ask('EHLO client.example.com');
      }
      const answer = await client.ask(`AUTH PLAIN ${Buffer.from(`\0posthorn\0${key}`).toString('base64')}`);
      if (!answer.startsWith('235')) throw new Error(answer);
    },
    async begin(from, ...to) {
      const answers = [await client.ask(`MAIL FROM:<${from}>`)];
      for (const address of to) answers.push(await client.ask(`RCPT TO:<${address}>`));
      answers.push(await client.ask('DATA'));
      if (answers.at(-1)?.startsWith('354') !== true) throw new Error(answers.join('\n'));
    },
    get socket() {
      return socket;
    },
    closed,
    end: () => void raw.destroy(),
  };
  if (implicitTls) {
    await once(raw, 'connect');
    await secure();
  } else {
    listen(raw);
  }
  return client;
}
