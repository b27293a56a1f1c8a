import type { EmailReceived } from '../../domain/received/events.js';
import type { Authenticated } from '../../domain/shared/verdicts.js';
import type { DomainEvent } from '../../domain/shared/decider.js';
import { kidOf, plain } from '../../domain/shared/personal.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { Arrival, AuthenticationCheck, MailAuthentication } from '../ports/mail-authentication.js';
import type { HeaderField } from '../ports/message-reader.js';
import { VaultUnavailable } from '../ports/vault.js';
import type { ReceivingDomain } from '../sending-domain/sending-domains.js';
import { addressHash } from '../shared/address-hash.js';
import { appendTogether, type StreamPart } from '../shared/append-together.js';
import { type LogPorts, metadataOf } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { sealMessage } from '../shared/sealed-message.js';
import { MessageSource } from '../submission/message-source.js';
import { storeInVault } from '../submission/store.js';
import { withLineEnds } from '../submission/line-ends.js';
import { fieldsIn, type ReadHeader, readHeader } from './read-header.js';

/** An email to addresses of one domain, as it comes in. */
export interface IncomingEmail {
  readonly domain: ReceivingDomain;
  /** Who handed it in. */
  readonly server: Omit<Arrival, 'sender'>;
  /** RFC 5321 reverse path; null: `<>`. */
  readonly sender: string | null;
  readonly recipients: readonly string[];
  /** RFC 5322 text: dot-unstuffed, CRLF line ends. Read to its end, unless it throws. */
  readonly message: AsyncIterable<Buffer>;
}

export type TakenEmail =
  /** It is in the log. `known`: it was before; its server has missed the answer. */
  | { readonly taken: 'received' | 'known' }
  | { readonly refused: 'header-too-large' | 'message-too-large' | 'mail-loop' | 'disk-full' };

export interface TakeEmailPorts
  extends Omit<LogPorts, 'keys'>,
    Pick<Ports, 'hash' | 'sealer' | 'reader' | 'keys' | 'blobs'> {
  /** How this server names itself in the Received field. */
  readonly hostName: string;
  /** Nothing new can be stored. */
  readonly cannotStore: () => boolean;
  /** What checks emails; null where nothing does. */
  readonly authentication: MailAuthentication | null;
}

/** RFC 5321 §6.3 asks for a limit of at least 100. */
const mostHops = 100;

/**
 * Takes a message as it comes: into the vault while it arrives, then into the log, under the receipt that knows it when
 * its server sends it again. Rejects with what `message` throws, and where log or vault cannot be written; nothing was
 * taken then.
 */
export async function takeEmail(ports: TakeEmailPorts, incoming: IncomingEmail): Promise<TakenEmail> {
  if (ports.cannotStore()) return { refused: 'disk-full' };
  const normal = (address: string): string => ports.reader.address(address) ?? address;
  const { sender, recipients } = incoming;
  const known = {
    ...incoming,
    sender: sender === null ? null : normal(sender),
    recipients: [...new Set(recipients.map(normal))].sort(),
  };
  const source = new MessageSource(withLineEnds(incoming.message));
  const taken = await takeFrom(source, ports, known);
  await source.drain();
  return taken;
}

async function takeFrom(source: MessageSource, ports: TakeEmailPorts, incoming: IncomingEmail): Promise<TakenEmail> {
  const section = await source.header();
  if (section === 'too-large') return { refused: 'header-too-large' };
  const fields = fieldsIn(ports.reader, section);
  const { hops, ...header } = readHeader(ports.reader, fields);
  if (hops > mostHops) return { refused: 'mail-loop' };
  const arrival = { ...incoming.server, sender: incoming.sender };
  const check = ports.authentication?.begin(arrival, Buffer.concat([section, emptyLine])) ?? unchecked;
  try {
    const body = checked(source.body(), check);
    const text = await stage(ports, incoming, { section, fields, body });
    return await keep(ports, incoming, header, { text, check, isTooLarge: source.isTooLarge() });
  } finally {
    check.cancel();
  }
}

interface Kept {
  readonly text: Staged;
  readonly check: AuthenticationCheck;
  readonly isTooLarge: boolean;
}

async function keep(
  ports: TakeEmailPorts,
  incoming: IncomingEmail,
  header: Omit<ReadHeader, 'hops'>,
  { text, check, isTooLarge }: Kept,
): Promise<TakenEmail> {
  try {
    if (isTooLarge) return { refused: 'message-too-large' };
    const receipt = receiptOf(ports, incoming, text);
    const found = await check.end();
    return await ports.serialise(receipt, async () => {
      if ((await ports.store.readLast(receipt)) !== undefined) return { taken: 'known' };
      await write(ports, incoming, header, { ...text, receipt, found });
      return { taken: 'received' };
    });
  } finally {
    // Quiet once it was stored. Where the discard fails, the sweep removes it.
    await text.staged.discard().catch(() => undefined);
  }
}

const unchecked: AuthenticationCheck = {
  write: () => Promise.resolve(),
  end: () => Promise.resolve(null),
  cancel: () => undefined,
};

async function* checked(body: AsyncIterable<Buffer>, check: AuthenticationCheck): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    await check.write(chunk);
    yield chunk;
  }
}

type Staged = Awaited<ReturnType<typeof stage>>;

interface Message {
  /** With its last line end, without the empty line. */
  readonly section: Buffer;
  readonly fields: readonly HeaderField[];
  readonly body: AsyncIterable<Buffer>;
}

/** Seals the text below our trace fields, and notes where its parts lie while it passes. */
async function stage(ports: TakeEmailPorts, incoming: IncomingEmail, { section, fields, body }: Message) {
  const trace = traceOf(ports, incoming);
  const headerBytes = trace.length + section.length;
  const scanner = ports.reader.scan(fields, { bodyStart: headerBytes + emptyLine.length, digest: true });
  async function* text(): AsyncGenerator<Buffer> {
    const head = Buffer.concat([section, emptyLine]);
    yield Buffer.concat([trace, head]);
    for await (const chunk of body) {
      scanner.write(chunk);
      yield chunk;
    }
  }
  const [row, key, blobId] = [ports.ids.next(), ports.ids.dataKey(), ports.ids.next()];
  const kid = kidOf(row, 0);
  const sealed = sealMessage(ports.sealer, { kid, blobId }, key, text());
  const staged = await ports.blobs.stage(blobId, sealed.segments);
  const parts = scanner.end();
  return { row, key, kid, blobId, staged, ...sealed.result(), headerBytes, parts, section };
}

/** What a server sends again because it missed the answer has the same header, to the byte, and the same content. */
function receiptOf(
  { hash }: TakeEmailPorts,
  { domain, sender, recipients }: IncomingEmail,
  { section, parts }: Pick<Staged, 'section' | 'parts'>,
): StreamName {
  const envelope = [domain.domainId, sender, ...recipients];
  return streamName(
    'receipt',
    hash.hash('payload', ['received', ...envelope, section.toString('latin1'), parts.digest]),
  );
}

/** Keys and text, then the facts. */
async function write(
  ports: TakeEmailPorts,
  incoming: IncomingEmail,
  header: Omit<ReadHeader, 'hops'>,
  text: Staged & { readonly receipt: StreamName; readonly found: Authenticated | null },
): Promise<void> {
  const { row, key, kid, staged } = text;
  const receivedId = ports.ids.next();
  const anchor = streamName('received', receivedId);
  const createdAt = new Date(ports.clock.now()).toISOString();
  const entry = { keyRow: { row, anchor, createdAt, keys: [key] }, blobs: [], staged };
  if (!(await storeInVault(ports, [entry]))) throw new VaultUnavailable('a received email could not be stored');
  const { teamId, region } = incoming.domain;
  const context = { teamId, actor: { kind: 'system', id: 'inbound' }, correlationId: ports.ids.next() } as const;
  const metadata = metadataOf(ports.clock, { context, region });
  const opening = (stream: StreamName, event: DomainEvent): StreamPart => {
    const events = [{ id: ports.ids.next(), event, metadata }];
    return { stream, expected: 'no-stream', predecessor: null, events };
  };
  // The email first: an engine that is cut off between the two streams has it, and may take it once more.
  const parts = [
    opening(anchor, { type: 'EmailReceived', data: dataOf(ports, incoming, header, text) }),
    opening(text.receipt, { type: 'MessageTaken', data: { receivedId } }),
  ] as const;
  const { result } = await appendTogether(ports, parts, new Map([[kid, { state: 'present', key }]]));
  if (result !== 'written') throw new EventLogUnavailable('a received email could not be written');
}

function dataOf(
  { ids, hash }: TakeEmailPorts,
  { domain, sender, recipients }: IncomingEmail,
  header: Omit<ReadHeader, 'hops'>,
  {
    kid,
    blobId,
    sizeBytes,
    digest,
    plainBytes,
    headerBytes,
    parts,
    found,
  }: Staged & { readonly found: Authenticated | null },
): EmailReceived['data'] {
  const attachments = parts.attachments.map(({ detail, disposition, contentBytes, place }) => {
    return { ...detail, disposition, id: ids.next(), contentBytes, part: place };
  });
  const { from, to, cc, replyTo } = header;
  const written = [from, ...to, ...cc, ...replyTo].flatMap((each) => each?.address ?? []);
  const named = [...recipients, ...(sender === null ? [] : [sender]), ...written];
  return {
    teamId: domain.teamId,
    domainId: domain.domainId,
    addressHashes: [...new Set(named.map((address) => addressHash(hash, address)))],
    content: plain(kid, { sender, recipients, ...header, attachments, ...(found && { passed: found.passed }) }),
    body: { blobId, kid, sizeBytes, digest },
    raw: { sizeBytes: plainBytes, headerBytes, text: parts.text, html: parts.html },
    verdicts: found?.verdicts ?? null,
  };
}

const emptyLine = Buffer.from('\r\n');

/** RFC 5321 §4.4: what the server writes that delivers it. */
function traceOf({ hostName, clock }: TakeEmailPorts, { server, sender }: IncomingEmail): Buffer {
  const helo = server.helo.replace(/[^\x21-\x7e]|[()\\]/g, '').slice(0, 255) || 'unknown';
  const literal = server.address.includes(':') ? `IPv6:${server.address}` : server.address;
  const at = new Date(clock.now()).toUTCString().replace('GMT', '+0000');
  const lines = [
    `Return-Path: <${sender ?? ''}>`,
    `Received: from ${helo} ([${literal}])`,
    ` by ${hostName} with ESMTP;`,
    ` ${at}`,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}
