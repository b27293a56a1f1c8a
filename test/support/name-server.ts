import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  decodeQuery,
  encodeReply,
  type Query,
  type Reply,
  responseCodes,
  typeNumbers,
  type WireRecord,
  type WireType,
  type WireValues,
} from './dns-wire.js';

/** The records of one name, by type. */
type NameRecords = { readonly [Type in WireType]?: readonly WireValues[Type][] };

/** Names and their records; `*.example.com` answers for what is not there. */
export type Zone = Readonly<Record<string, NameRecords>>;

/**
 * What goes wrong with a name. `truncated`: over UDP nothing but the bit that sends the client to TCP; `silence`: no
 * answer at all; `garbage`: an answer that nobody can read; `referral`: as a parent zone's server, which knows that
 * others have it.
 */
type Fault = 'server-failure' | 'refused' | 'silence' | 'truncated' | 'garbage' | 'referral';

interface Asked {
  readonly name: string;
  readonly type: WireType | 'other';
  readonly transport: 'udp' | 'tcp';
}

/** A real authoritative name server on loopback, over UDP and TCP, for every zone that it is told. */
export interface NameServer {
  readonly port: number;
  /** As `DNS_SERVERS` takes it. */
  readonly address: string;
  /** Every question so far, in order; names in lower case. */
  readonly asked: readonly Asked[];
  /** Replaces the records of these types at a name; an empty list removes them. */
  publish(name: string, records: NameRecords): void;
  /** Removes a name and all of its records. */
  remove(name: string): void;
  /** Until {@link heal}: what is asked of this name, or of every name (`*`), goes wrong. */
  fail(name: string, fault: Fault): void;
  heal(name: string): void;
  close(): Promise<void>;
}

export interface NameServerOptions {
  readonly host?: string;
  readonly port?: number;
  /** Names that it vouches for as a validating resolver does, with all below them. */
  readonly secure?: readonly string[];
}

/** On 127.0.0.1, or another loopback address, at a free port or the one given. */
export async function startNameServer(
  zone: Zone = {},
  { host = '127.0.0.1', port = 0, secure = [] }: NameServerOptions = {},
): Promise<NameServer> {
  const names = new Map(Object.entries(zone).map(([name, records]) => [name.toLowerCase(), records]));
  const faults = new Map<string, Fault>();
  const asked: Asked[] = [];

  function respond(message: Buffer, transport: Asked['transport']): Buffer | undefined {
    const query = decodeQuery(message);
    if (query === undefined) return undefined;
    const name = query.name.toLowerCase();
    const type = typeOf(query.type);
    asked.push({ name, type: type ?? 'other', transport });
    const fault = faults.get(name) ?? faults.get('*');
    if (fault === 'silence') return undefined;
    if (fault === 'garbage') return encodeReply(query, empty(responseCodes.ok)).subarray(0, 7);
    if (fault === 'server-failure') return encodeReply(query, empty(responseCodes.serverFailure));
    if (fault === 'referral') return encodeReply(query, { ...empty(responseCodes.ok), authoritative: false });
    if (fault === 'refused') return encodeReply(query, empty(responseCodes.refused));
    const authenticated = secure.some((zone) => name === zone || name.endsWith(`.${zone}`));
    return fitted(query, { ...answer(names, name, type), authenticated }, transport, fault === 'truncated');
  }

  const { udp, tcp, connections } = await listen(respond, host, port);
  const bound = udp.address().port;
  return {
    port: bound,
    address: `${host}:${bound}`,
    asked,
    publish(name, records) {
      const key = name.toLowerCase();
      names.set(key, { ...names.get(key), ...records });
    },
    remove: (name) => void names.delete(name.toLowerCase()),
    fail: (name, fault) => void faults.set(name.toLowerCase(), fault),
    heal: (name) => void faults.delete(name.toLowerCase()),
    async close() {
      for (const connection of connections) connection.destroy();
      await Promise.all([new Promise<void>((done) => udp.close(done)), new Promise((done) => tcp.close(done))]);
    },
  };
}

/** A DKIM key's value as a provider publishes it: strings of at most 255 characters. */
export function inStrings(value: string): readonly string[] {
  return value.match(/.{1,255}/gs) ?? [];
}

const empty = (code: number): Reply => ({
  code,
  truncated: false,
  authoritative: true,
  authenticated: false,
  answers: [],
  authority: [],
});

function typeOf(number: number): WireType | undefined {
  return (Object.keys(typeNumbers) as WireType[]).find((type) => typeNumbers[type] === number);
}

/** RFC 1034 §4.3.2, for names that are all in one place: wildcards, aliases, and absence said in its two ways. */
function answer(names: ReadonlyMap<string, NameRecords>, name: string, type: WireType | undefined): Reply {
  const answers: WireRecord[] = [];
  const seen = new Set<string>();
  for (let at = name; ; ) {
    const records = recordsAt(names, at);
    if (records === undefined) return { ...empty(responseCodes.noSuchName), answers, authority: startOf(at) };
    const [alias] = records.CNAME ?? [];
    if (alias === undefined || type === 'CNAME') {
      const found = type === undefined ? [] : listed(at, type, records);
      return {
        ...empty(responseCodes.ok),
        answers: [...answers, ...found],
        authority: found.length > 0 ? [] : startOf(at),
      };
    }
    if (seen.has(at)) return { ...empty(responseCodes.ok), answers };
    seen.add(at);
    answers.push({ name: at, type: 'CNAME', value: alias });
    at = alias.toLowerCase().replace(/\.$/, '');
  }
}

function listed(name: string, type: WireType, records: NameRecords): WireRecord[] {
  // The type and its values come from one entry, which the compiler does not follow through the union.
  return (records[type] ?? []).map((value) => ({ name, type, value }) as WireRecord);
}

/**
 * Records of a name. One that others lie under exists, without records.
 * @returns undefined when there is no such name.
 */
function recordsAt(names: ReadonlyMap<string, NameRecords>, name: string): NameRecords | undefined {
  const own = names.get(name);
  if (own !== undefined) return own;
  if ([...names.keys()].some((other) => other.endsWith(`.${name}`))) return {};
  // RFC 4592 §3.3.1: the wildcard under the closest name that is there.
  for (let parent = name; parent.includes('.'); ) {
    parent = parent.slice(parent.indexOf('.') + 1);
    const wildcard = names.get(`*.${parent}`);
    if (wildcard !== undefined) return wildcard;
    if (names.has(parent) || [...names.keys()].some((other) => other.endsWith(`.${parent}`))) return undefined;
  }
  return undefined;
}

/** RFC 2308 §3: a negative answer carries the zone's SOA. */
function startOf(name: string): WireRecord[] {
  const zone = name.split('.').slice(-2).join('.');
  return [{ name: zone, type: 'SOA', value: `ns.${zone}` }];
}

/** RFC 2181 §9: what does not fit into UDP is asked for again over TCP. */
function fitted(query: Query, reply: Reply, transport: Asked['transport'], truncates: boolean): Buffer {
  const whole = encodeReply(query, reply);
  if (transport === 'tcp' || (!truncates && whole.length <= query.udpPayloadSize)) return whole;
  return encodeReply(query, { ...empty(responseCodes.ok), truncated: true });
}

type Respond = (message: Buffer, transport: Asked['transport']) => Buffer | undefined;

async function listen(respond: Respond, host: string, port: number) {
  for (let triesLeft = 20; ; triesLeft -= 1) {
    const connections = new Set<Socket>();
    const tcp = createServer((socket) => {
      connections.add(socket);
      socket.on('close', () => connections.delete(socket));
      serveStream(socket, respond);
    });
    await once(tcp.listen(port, host), 'listening');
    const udp = createSocket('udp4');
    udp.on('message', (message, from) => {
      const reply = respond(message, 'udp');
      if (reply !== undefined) udp.send(reply, from.port, from.address);
    });
    try {
      // The same number for both, which somebody else may hold for UDP.
      udp.bind((tcp.address() as AddressInfo).port, host);
      await once(udp, 'listening');
      return { udp, tcp, connections };
    } catch (error) {
      udp.close();
      await new Promise((done) => tcp.close(done));
      if (triesLeft === 0 || port !== 0) throw error;
    }
  }
}

/** RFC 1035 §4.2.2: each message follows two octets that hold its length. */
function serveStream(socket: Socket, respond: Respond): void {
  let received = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const length = received.readUInt16BE(0);
      const reply = respond(received.subarray(2, 2 + length), 'tcp');
      received = received.subarray(2 + length);
      if (reply === undefined) continue;
      const prefix = Buffer.alloc(2);
      prefix.writeUInt16BE(reply.length);
      socket.write(Buffer.concat([prefix, reply]));
    }
  });
}
