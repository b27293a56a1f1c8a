import { Duplex } from 'node:stream';

/** The server's end of a connection without a network. */
export class SmtpWire extends Duplex {
  readonly remoteAddress = '192.0.2.1';
  readonly remotePort = 40_000;
  readonly localAddress = '192.0.2.2';
  readonly localPort = 465;
  /** What the server has said. */
  said = '';

  constructor(private readonly onGreeting: () => void = () => undefined) {
    super({ allowHalfOpen: true });
  }
  get readyState(): string {
    return this.destroyed || this.writableEnded ? 'closed' : 'open';
  }
  setNoDelay(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  override _read(): void {
    // What the client says is pushed.
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const isGreeting = this.said === '';
    this.said += chunk.toString('latin1');
    if (isGreeting) this.onGreeting();
    done();
  }
  override _final(done: () => void): void {
    // The client hangs up as soon as the server does.
    this.push(null);
    done();
  }
}
