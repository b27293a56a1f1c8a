/** The driver (7.8.0) exports neither this class nor its types. Imported by its file, so that a bundle has it once. */
declare module 'mongodb/lib/cmap/connection.js' {
  import type { EventEmitter } from 'node:events';

  /** The members that are wrapped or read here. */
  export class Connection extends EventEmitter {
    /** 0 when there is none. */
    readonly socketTimeoutMS: number;
    /** Why it was closed. */
    readonly error: Error | null;
    /** Closes it, with this as the reason. */
    onError(error: Error): void;
    writeCommand(command: unknown, options: object): Promise<void>;
    command(
      namespace: unknown,
      command: object,
      options?: { readonly socketTimeoutMS?: number },
      responseType?: unknown,
    ): Promise<unknown>;
  }
}
