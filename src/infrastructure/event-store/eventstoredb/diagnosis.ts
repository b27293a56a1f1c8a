import { ErrorType } from '@eventstore/db-client';
import type { EngineFailure, EngineFailureCause } from '../../../application/engines/engine-failure.js';
import { onlyPlace, placeOf, probeServers, type Servers } from '../../engine-failure/probe-engine.js';
import { collect } from './collect.js';
import { openConnection } from './connection.js';
import { refusalOf } from './errors.js';
import { findLeader } from './find-leader.js';
import { type LogAddress, readAddress } from './log-address.js';
import { membersOver } from './members.js';
import { reachServer, readTls } from './reach-server.js';
import { TooOldServer } from './wire-record.js';
import { membersOf } from '../../../domain/shared/members.js';

const engine = 'EVENTSTOREDB_URL';
const gossipMs = 3_000;
const answerMs = 3_000;
/** Names the users of the server: for administrators, whatever else was granted. */
const administratorsStream = '$users';
/** gRPC. */
const [permissionDenied, unauthenticated, unimplemented] = [7, 16, 12];

/** Why a call to this address failed with this error. Asks the servers again where the error does not say it. */
export async function whyEventStoreDbFailed(url: string, error: unknown): Promise<EngineFailure> {
  const address = read(url);
  if (address === undefined) return { engine, cause: 'address-malformed', place: null };
  const servers = serversOf(address);
  const place = onlyPlace(servers.hosts);
  const known = causeOf(rootOf(error), address.hasUser);
  if (known !== undefined) return { engine, cause: known, place };
  return (await probeServers(servers)) ?? (await whyNoLeader(address, servers)) ?? { engine, cause: 'silent', place };
}

function read(url: string): LogAddress | undefined {
  try {
    return readAddress(url);
  } catch {
    return undefined;
  }
}

const serversOf = ({ places, tls }: LogAddress): Servers => ({
  engine,
  hosts: places,
  tls: tls !== undefined,
  authorityFile: tls?.authority,
});

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

function causeOf(error: unknown, hasUser: boolean): EngineFailureCause | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof TooOldServer) return 'too-old';
  if (error.message.startsWith('Failed to load certificate')) return 'authority-file-unreadable';
  const { code, type } = membersOf(error);
  const isDenied = type === ErrorType.ACCESS_DENIED || code === permissionDenied || code === unauthenticated;
  if (isDenied && !hasUser) return 'credentials-needed';
  if (code === unauthenticated) return 'credentials-refused';
  if (isDenied) return 'no-right';
  return code === unimplemented ? 'too-old' : undefined;
}

/** @returns undefined when there is a leader that can be reached. */
async function whyNoLeader({ places, tls }: LogAddress, servers: Servers): Promise<EngineFailure | undefined> {
  const options = { tls: readTls(tls), limitMs: gossipMs };
  const { members } = await findLeader(places, (place) => reachServer(place, options, membersOver));
  if (members.length === 0) return undefined;
  const leader = members.find(({ leads }) => leads)?.place;
  if (leader === undefined) return { engine, cause: 'no-leader', place: null };
  const isSameAs = ({ host, port }: typeof leader) => host === leader.host && port === leader.port;
  const found = places.some(isSameAs) ? undefined : await probeServers({ ...servers, hosts: [leader] });
  // The address names a member that cannot lead, and the one that does is out of reach.
  const named = members.find(({ place }) =>
    places.some((host) => placeOf(host.host, host.port) === placeOf(place.host, place.port)),
  );
  return found !== undefined && named?.isReadOnly === true
    ? { engine, cause: 'read-only', place: placeOf(named.place.host, named.place.port) }
    : found;
}

/** Whether the user may read what only administrators may; null where the server asks for no user. */
export async function eventStoreUserHasSpareRights(url: string): Promise<boolean | null> {
  const connection = openConnection(url);
  try {
    await connection.ask(({ client }) => collect(client.readStream(administratorsStream, { maxCount: 1 }), answerMs));
    return isAsked(url);
  } catch (error) {
    if (refusalOf(error) === 'stream-not-found') return isAsked(url);
    const { cause } = await whyEventStoreDbFailed(url, error);
    return cause === 'no-right' ? false : null;
  } finally {
    await connection.close();
  }
}

/** The client sends no user to a server without TLS. */
function isAsked(url: string): true | null {
  return url.includes('@') && !/[?&]tls=false/i.test(url) ? true : null;
}
