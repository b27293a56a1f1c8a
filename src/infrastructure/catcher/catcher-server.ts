import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { withQuotedLocalPart } from '../addresses/local-part.js';
import type { ReceivedMessage } from './message-store.js';
import { answerOfSimulator } from './simulators.js';

export interface CatcherServerSettings {
  readonly sandboxDomains: readonly string[];
  /** Resolves when the message is durable. */
  readonly keep: (message: ReceivedMessage) => Promise<unknown>;
}

/** The senders keep idle connections for a minute; they are the ones to close them. */
const idleTimeoutMs = 300_000;

class CatcherConnection extends SMTPConnection {
  override _parseAddressCommand(
    name: string,
    command: Buffer | string,
  ): ReturnType<SMTPConnection['_parseAddressCommand']> {
    return withQuotedLocalPart(command, (text) => super._parseAddressCommand(name, text));
  }
}

class CatcherServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new CatcherConnection(this, socket, options);
    this.connections.add(connection);
    // A client that breaks off is its own affair.
    connection.on('error', () => undefined);
    connection.init();
  }
}

/** Takes mail from this machine, without TLS or AUTH, and answers after it is kept. Resolves with the port. */
export function listen({ sandboxDomains, keep }: CatcherServerSettings): Promise<number> {
  const server = new CatcherServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    banner: 'Posthorn catcher',
    socketTimeout: idleTimeoutMs,
    hideENHANCEDSTATUSCODES: false,
    onRcptTo({ address }, _session, callback) {
      const refusal = answerOfSimulator(address, sandboxDomains);
      callback(refusal === undefined ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const message: ReceivedMessage = {
          emailId: emailIdOf(raw),
          receivedAt: new Date().toISOString(),
          reversePath: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          recipients: envelope.rcptTo.map(({ address }) => address),
          raw,
        };
        keep(message).then(
          () => callback(null, 'captured'),
          () => callback(Object.assign(new Error('The message cannot be stored right now'), { responseCode: 451 })),
        );
      });
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      // A client that breaks off is its own affair.
      server.on('error', () => undefined);
      // A server that listens on TCP has an address of this kind.
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The trace that a message submitted over SMTP carries, of which the topmost is ours. */
const submitted = new RegExp(`^received: from [^\\r]+\\r\\n\\tby \\S+ with (?:UTF8SMTP|ESMTP)SA id (${id});`, 'im');
const composed = new RegExp(`^message-id:\\s*<(${id})@`, 'im');

/** Whose mail it is; empty where no header names one. */
function emailIdOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.toString('latin1', 0, end === -1 ? raw.length : end);
  return (submitted.exec(headers) ?? composed.exec(headers))?.[1] ?? '';
}
