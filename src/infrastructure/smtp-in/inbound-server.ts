import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Incoming } from '../../application/bounce/take-report.js';
import type { TakenReport } from '../../application/bounce/taken-report.js';
import type { Arrival } from '../../application/ports/mail-authentication.js';
import { mostReportBytes } from '../../application/ports/report-reader.js';
import { isForReports } from '../../application/bounce/return-path.js';
import type { IncomingDomainReport, TakenDomainReport } from '../../application/domain-report/take-domain-report.js';
import type { InboundPlace } from '../../application/received/inbound-place.js';
import type { IncomingEmail, TakenEmail } from '../../application/received/take-email.js';
import { type InboundFault, inboundReplies } from './inbound-replies.js';
import { maxMessageBytes, type SmtpLimits } from './limits.js';
import { receiveMessage } from './receive-message.js';
import { errorOf } from './replies.js';
import type { KeyAndCertificate } from './self-signed.js';
import { SessionLog } from './session-log.js';
import { SubmissionConnection } from './submission-connection.js';

export interface InboundDependencies {
  /** What takes email at an address; undefined: nothing here does. */
  readonly placeOf: (address: string) => Promise<InboundPlace | undefined>;
  /** Counts an email to an address of a receiving domain; false where there were too many. */
  readonly admits: (address: string, domainId: string) => boolean;
  /** Resolves once what the message says is in the log: only then is it acknowledged. */
  readonly takeReport: (incoming: Incoming) => Promise<TakenReport>;
  /** As `takeReport`, of a report about a domain. */
  readonly takeDomainReport: (incoming: IncomingDomainReport) => Promise<TakenDomainReport>;
  /** As `takeReport`, of an email to a receiving domain. */
  readonly takeEmail: (incoming: IncomingEmail) => Promise<TakenEmail>;
  readonly counters: {
    /** By reason; never by address. */
    refused(reason: string): void;
    report(outcome: TakenReport): void;
    email(outcome: 'received' | 'known'): void;
  };
  readonly limits: SmtpLimits;
  readonly hostName: string;
  readonly nextId: () => string;
  readonly onFailure: (error: unknown) => void;
}

/** There is no login here, and nothing is looked up for strangers. */
const neverTaken = ['AUTH', 'VRFY', 'EXPN', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL'];

/** RFC 5321 §4.5.3.1.8 asks for a hundred, of which a report has one. */
const mostRecipients = 100;

type Received = { readonly kind: 'accepted' } | { readonly kind: 'fault'; readonly fault: InboundFault };

const unrecorded = { note: (): void => undefined };

type Done = (error?: Error | null) => void;

/**
 * Takes what other servers send to return paths and receiving domains, and relays nothing: each recipient is the return
 * path of an email that is here, or is of a domain that receives, or is refused. Sockets are handed in, it listens
 * nowhere itself.
 */
export class InboundServer {
  readonly #server: SMTPServer;
  readonly #sessions = new Map<string, { readonly connection: SubmissionConnection; readonly onEnd: () => void }>();
  /** By session: where its first recipient is. */
  readonly #places = new Map<string, InboundPlace>();
  #stopping = false;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly dependencies: InboundDependencies,
    certificate: KeyAndCertificate,
  ) {
    this.#server = new SMTPServer({
      ...certificate,
      secure: false,
      name: dependencies.hostName,
      banner: 'Posthorn',
      heloResponse: '%s',
      logger: false,
      disableReverseLookup: true,
      authOptional: true,
      size: maxMessageBytes,
      maxRecipients: mostRecipients,
      hideENHANCEDSTATUSCODES: false,
      disabledCommands: neverTaken,
      socketTimeout: dependencies.limits.idleTimeoutMs,
      onRcptTo: ({ address }, session, done) => this.#answered(this.#judgeRecipient(address, session), done),
      onData: (stream, session, done) => this.#answered(this.#receive(stream, session), done),
      onClose: ({ id }) => this.#ended(id),
    });
    // Errors of broken sockets: each session handles its own end.
    this.#server.on('error', () => undefined);
  }

  /** An accepted socket. `onEnd` is called once, after it has closed. */
  take(socket: Socket, onEnd: () => void): void {
    const { limits, counters, nextId } = this.dependencies;
    const id = nextId();
    const log = new SessionLog({ recorder: unrecorded, nextId, nowMs: Date.now });
    const isStopping = (): boolean => this.#stopping;
    const context = { limits, log, isStopping, onFault: counters.refused, asksLogin: false };
    const connection = new SubmissionConnection(this.#server, socket, id, context);
    this.#sessions.set(id, { connection, onEnd });
    this.#server.connections.add(connection);
    connection.on('error', () => undefined);
    connection.init();
    if (this.#stopping) connection.fault('stopping');
  }

  /** For new sessions. */
  use(certificate: KeyAndCertificate): void {
    this.#server.updateSecureContext({ ...certificate });
  }

  /** Idle sessions end with 421 now, busy ones after the reply to their message. */
  stop(): void {
    this.#stopping = true;
    for (const { connection } of this.#sessions.values()) if (!connection.busy) connection.fault('stopping');
  }

  /** Resolves when every session has ended. */
  emptied(): Promise<void> {
    return this.#sessions.size === 0 ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  #answered(work: Promise<InboundFault | undefined>, done: Done): void {
    work.then(
      (fault) => {
        if (fault !== undefined) this.dependencies.counters.refused(fault);
        done(fault === undefined ? null : errorOf(inboundReplies[fault]));
      },
      (error: unknown) => {
        this.dependencies.onFailure(error);
        done(errorOf(inboundReplies.failed));
      },
    );
  }

  async #judgeRecipient(address: string, { id, envelope }: SMTPServerSession): Promise<InboundFault | undefined> {
    const place = await this.dependencies.placeOf(address);
    if (place === undefined) return isForReports(address) ? 'not-here' : 'relays-nothing';
    const first = envelope.rcptTo.length === 0 ? place : (this.#places.get(id) ?? place);
    // What comes in at once is one email of one domain, or reports; a server sends the rest again.
    if (!isTogether(first, place)) return 'another-domain';
    if (place.kind !== 'reports' && !this.dependencies.admits(place.address, place.domain.domainId)) return 'flooded';
    this.#places.set(id, first);
    return undefined;
  }

  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<InboundFault | undefined> {
    const connection = this.#connectionOf(session);
    const { dependencies } = this;
    connection.busy = true;
    const place = this.#places.get(session.id);
    const received = await receiveMessage<Received>({
      stream,
      dataGraceMs: dependencies.limits.dataGraceMs,
      // What is only read may have lines of any length, and a bounce that is refused is lost.
      mostLineOctets: Infinity,
      onHopeless: (fault) => connection.fault(fault),
      accept: (message) => this.#takeAt(place, message, session),
    });
    connection.busy = false;
    if (this.#stopping) setImmediate(() => connection.fault('stopping'));
    if (received.kind !== 'fault') return undefined;
    if (received.fault !== 'failed') return received.fault;
    dependencies.onFailure('cause' in received ? received.cause : undefined);
    return 'failed';
  }

  #takeAt(
    place: InboundPlace | undefined,
    message: AsyncIterable<Buffer>,
    session: SMTPServerSession,
  ): Promise<Received> {
    if (place?.kind === 'email') return this.#takeEmail(message, session, place);
    return place?.kind === 'domain-reports'
      ? this.#takeDomainReport(message, session, place)
      : this.#takeReports(message, session);
  }

  async #takeDomainReport(
    message: AsyncIterable<Buffer>,
    session: SMTPServerSession,
    { domain }: Extract<InboundPlace, { readonly kind: 'domain-reports' }>,
  ): Promise<Received> {
    const { takeDomainReport, counters } = this.dependencies;
    const taken = await takeDomainReport({ domain, arrival: arrivalOf(session), message });
    if ('refused' in taken) return { kind: 'fault', fault: taken.refused };
    counters.report(taken.taken);
    const isOfPerson = hasSender(session) && taken.taken === 'no-report';
    return isOfPerson ? { kind: 'fault', fault: 'reports-only' } : { kind: 'accepted' };
  }

  async #takeEmail(
    message: AsyncIterable<Buffer>,
    session: SMTPServerSession,
    { domain }: Extract<InboundPlace, { readonly kind: 'email' }>,
  ): Promise<Received> {
    const { takeEmail, counters } = this.dependencies;
    const { sender, ...server } = arrivalOf(session);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    const taken = await takeEmail({ domain, server, sender, recipients, message });
    if ('refused' in taken) return { kind: 'fault', fault: taken.refused };
    counters.email(taken.taken);
    return { kind: 'accepted' };
  }

  async #takeReports(message: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<Received> {
    const beginning = await beginningOf(message);
    const taken = await this.#take(beginning, session);
    // What a person writes to a return path goes back to them; what came from `<>` has nowhere to go.
    const isOfPerson = hasSender(session) && taken.every((outcome) => outcome === 'no-report');
    return isOfPerson ? { kind: 'fault', fault: 'reports-only' } : { kind: 'accepted' };
  }

  async #take(message: Buffer, session: SMTPServerSession): Promise<readonly TakenReport[]> {
    const { takeReport, counters } = this.dependencies;
    const taken: TakenReport[] = [];
    for (const { address } of session.envelope.rcptTo) {
      const outcome = await takeReport({ address, hasSender: hasSender(session), message });
      counters.report(outcome);
      taken.push(outcome);
    }
    return taken;
  }

  #connectionOf({ id }: SMTPServerSession): SubmissionConnection {
    const known = this.#sessions.get(id);
    if (known === undefined) throw new Error('a session outlived its connection');
    return known.connection;
  }

  #ended(id: string): void {
    const known = this.#sessions.get(id);
    if (known === undefined) return;
    known.connection.ended();
    this.#sessions.delete(id);
    this.#places.delete(id);
    known.onEnd();
    if (this.#sessions.size > 0) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}

function isTogether(one: InboundPlace, other: InboundPlace): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind === 'reports' || other.kind === 'reports' || one.domain.domainId === other.domain.domainId;
}

function arrivalOf({ hostNameAppearsAs: helo, remoteAddress: address, envelope }: SMTPServerSession): Arrival {
  const { mailFrom } = envelope;
  return { helo, address, sender: mailFrom === false || mailFrom.address === '' ? null : mailFrom.address };
}

/** A report of delivery has an empty one (RFC 3464 §2). */
function hasSender({ envelope }: SMTPServerSession): boolean {
  return envelope.mailFrom !== false && envelope.mailFrom.address !== '';
}

/** All of it is read, so that its size is judged; what stands behind a megabyte is the email that it gives back. */
async function beginningOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    if (bytes < mostReportBytes) chunks.push(chunk.subarray(0, mostReportBytes - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}
