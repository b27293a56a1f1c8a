import { createServer, type Socket } from 'node:net';
import { waitAtMost } from '../../application/shared/timeout.js';
import { PortNotTaken } from '../system/listening.js';
import { Admission } from './admission.js';
import { type InboundDependencies, InboundServer } from './inbound-server.js';
import { listen } from './listen.js';
import { faultReplies, lineOf } from './replies.js';
import type { KeyAndCertificate } from './self-signed.js';

export interface InboundOptions extends InboundDependencies {
  readonly host: string;
  /** The setting that says the host. */
  readonly hostSetting: 'HOST' | 'SMTP_HOST';
  /** 0 for a free port. */
  readonly port: number;
  readonly certificate: KeyAndCertificate;
}

export interface Inbound {
  /** Where it really listens. */
  readonly port: number;
  /** For sessions that begin from now on. */
  use(certificate: KeyAndCertificate): void;
  /** Nothing new is taken; a message under way has so long to end. */
  stop(graceMs: number): Promise<void>;
}

/** Time for a last reply to get out. */
const lastWordsMs = 500;

/**
 * Listens for what other servers send to return paths (RFC 5321 §4.5.3.1, port 25).
 *
 * @throws PortNotTaken
 */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { limits, counters, host, hostSetting, port, certificate } = options;
  const admission = new Admission(limits);
  const sessions = new InboundServer(options, certificate);

  function arrive(socket: Socket): void {
    // Until it has another listener, a socket that breaks must not end the process.
    socket.on('error', () => undefined);
    const leave = admission.admit(socket);
    if (leave !== undefined) {
      sessions.take(socket, leave);
      return;
    }
    counters.refused('too-many-connections');
    socket.end(`${lineOf(faultReplies['too-many-connections'])}\r\n`);
    socket.setTimeout(lastWordsMs, () => socket.destroy());
    socket.resume();
  }

  const server = createServer(arrive);
  const taken = await listen(server, { setting: 'INBOUND_PORT', port, host, hostSetting });
  if (taken instanceof PortNotTaken) throw taken;
  const allEnded = (): Promise<unknown> => Promise.all([admission.emptied(), sessions.emptied()]);
  return {
    port: taken,
    use: (next) => sessions.use(next),
    async stop(graceMs) {
      server.close();
      sessions.stop();
      await waitAtMost(graceMs, allEnded());
      admission.destroyAll();
      await waitAtMost(lastWordsMs, allEnded());
    },
  };
}
