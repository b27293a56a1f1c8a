import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import { waitAtMost } from '../../application/shared/timeout.js';
import { PortNotTaken } from '../system/listening.js';
import { Admission } from './admission.js';
import { listen } from './listen.js';
import { type ListenerName, tlsModes } from './listeners.js';
import { faultReplies, lineOf } from './replies.js';
import type { KeyAndCertificate } from './self-signed.js';
import { type SubmissionDependencies, SubmissionServer } from './submission-server.js';

export interface SmtpInOptions extends SubmissionDependencies {
  readonly host: string;
  /** The setting that says the host. */
  readonly hostSetting: 'HOST' | 'SMTP_HOST';
  /** Where each listens; 0 for a free port. Those that are missing listen nowhere. */
  readonly ports: Readonly<Partial<Record<ListenerName, number>>>;
  readonly certificate: KeyAndCertificate;
  /** A port that was not asked for by name may be taken: the rest goes on. Otherwise the start fails. */
  readonly onTaken: (error: PortNotTaken<ListenerName>) => void;
}

export interface SmtpIn {
  /** Where each really listens. */
  readonly ports: Readonly<Partial<Record<ListenerName, number>>>;
  connections(): number;
  /** For sessions that begin from now on. */
  use(certificate: KeyAndCertificate): void;
  /** Nothing new is taken; a message under way has so long to end. */
  stop(graceMs: number): Promise<void>;
}

/** Time for a last reply to get out. */
const lastWordsMs = 500;

/** Listens for submitted mail. `onTaken` may throw: then everything that was opened is closed again. */
export async function startSmtpIn(options: SmtpInOptions): Promise<SmtpIn> {
  const { certificate, limits, counters } = options;
  const admission = new Admission(limits);
  const submissions = {
    implicit: new SubmissionServer(options, certificate, true),
    starttls: new SubmissionServer(options, certificate, false),
  };
  const handshakes = new Map<ListenerName, TlsServer>();

  /** For one listener with implicit TLS: raw sockets are put in, sessions come out. */
  function openHandshakes(listener: ListenerName): void {
    const tls = createTlsServer({ ...certificate, handshakeTimeout: limits.loginTimeoutMs });
    tls.on('secureConnection', (socket) => submissions.implicit.take(socket, listener, () => undefined));
    tls.on('tlsClientError', (_error, socket) => {
      counters.refused('tls-failed');
      // A handshake that has run out of time leaves its socket open.
      socket.destroy();
    });
    handshakes.set(listener, tls);
  }

  function arrive(listener: ListenerName, socket: Socket): void {
    // Until it has another listener, a socket that breaks must not end the process.
    socket.on('error', () => undefined);
    const leave = admission.admit(socket);
    if (leave === undefined) {
      counters.refused('too-many-connections');
      turnAway(listener, socket);
      return;
    }
    const tls = handshakes.get(listener);
    if (tls === undefined) {
      submissions.starttls.take(socket, listener, leave);
      return;
    }
    // Wherever the handshake gets to.
    socket.once('close', leave);
    tls.emit('connection', socket);
  }

  const allEnded = (): Promise<unknown> =>
    Promise.all([admission.emptied(), submissions.implicit.emptied(), submissions.starttls.emptied()]);

  const { servers, ports } = await listenAll(options, (listener) => {
    if (tlsModes[listener] === 'implicit') openHandshakes(listener);
    return createServer((socket) => arrive(listener, socket));
  });
  return {
    ports,
    connections: () => admission.open,
    use(next) {
      for (const tls of handshakes.values()) tls.setSecureContext({ ...next });
      submissions.implicit.use(next);
      submissions.starttls.use(next);
    },
    async stop(graceMs) {
      for (const server of servers) server.close();
      submissions.implicit.stop();
      submissions.starttls.stop();
      await waitAtMost(graceMs, allEnded());
      admission.destroyAll();
      await waitAtMost(lastWordsMs, allEnded());
    },
  };
}

/** Each listener at its port. Where one fails, none is left open. */
async function listenAll(
  { ports: wanted, host, hostSetting, onTaken }: SmtpInOptions,
  serverOf: (listener: ListenerName) => Server,
) {
  const servers: Server[] = [];
  const ports: Partial<Record<ListenerName, number>> = {};
  try {
    for (const [name, port] of Object.entries(wanted)) {
      // Its keys are those of the type above.
      const listener = name as ListenerName;
      const server = serverOf(listener);
      const taken = await listen(server, { setting: listener, port, host, hostSetting });
      if (taken instanceof PortNotTaken) {
        onTaken(taken);
        continue;
      }
      servers.push(server);
      ports[listener] = taken;
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return { servers, ports };
}

function turnAway(listener: ListenerName, socket: Socket): void {
  if (tlsModes[listener] === 'implicit') {
    socket.destroy();
    return;
  }
  socket.end(`${lineOf(faultReplies['too-many-connections'])}\r\n`);
  socket.setTimeout(lastWordsMs, () => socket.destroy());
  socket.resume();
}
