import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { maxCommandOctets } from './limits.js';
import { createLineEndingCheck } from './line-endings.js';

export interface ParserEvents {
  /** Whether a message may have lone CRs and LFs: it goes no further than here, so that no other server reads it. */
  readonly takesBareLineEndings: () => boolean;
  readonly onBareLineEnding: () => void;
  readonly onCommand: (command: Buffer, done: () => void) => void;
  /** After each chunk that was taken: whether a command has begun and not ended. */
  readonly onChunk: (midCommand: boolean) => void;
}

const LF = 0x0a;

/** The library's parser behind a check that no chunk gets around: of commands as of data, in the clear as under TLS. */
export class SubmissionParser extends SMTPStream {
  #endsLinesWell = createLineEndingCheck();
  readonly #events: ParserEvents;
  #taken = 0;
  #consumed = 0;

  constructor(events: ParserEvents) {
    super({ maxCommandLength: maxCommandOctets });
    this.#events = events;
  }

  /**
   * Octets that came behind the last command, which the client sent without waiting. Not to be asked once data came.
   */
  get pipelinedOctets(): number {
    return this.#taken - this.#consumed;
  }

  get inData(): boolean {
    return this._dataMode;
  }

  /** What a pipe calls, once for each chunk. */
  override write(chunk: Buffer, ...rest: unknown[]): boolean {
    if (this.isClosed) return true;
    if (this._dataMode && this.#events.takesBareLineEndings()) {
      this.#endsLinesWell = createLineEndingCheck();
    } else if (!this.#endsLinesWell(chunk)) {
      this.#events.onBareLineEnding();
      return true;
    }
    this.#taken += chunk.length;
    const inData = this._dataMode;
    // The other parameters are those of Writable.write, whichever of its forms was called.
    const more = (super.write as (chunk: Buffer, ...rest: unknown[]) => boolean).call(this, chunk, ...rest);
    this.#events.onChunk(!inData && !this._dataMode && chunk.at(-1) !== LF);
    return more;
  }

  override oncommand(command: Buffer, done: () => void = () => undefined): void {
    this.#consumed += command.length + '\r\n'.length;
    this.#events.onCommand(command, done);
  }
}
