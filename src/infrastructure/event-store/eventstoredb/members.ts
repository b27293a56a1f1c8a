import type { ClientHttp2Session } from 'node:http2';
import gossipGrpc, { type GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Place } from './log-address.js';

export interface Member {
  readonly place: Place;
  readonly leads: boolean;
  /** It follows, and can never lead. */
  readonly isReadOnly: boolean;
}

const { LEADER, READONLYLEADERLESS, PREREADONLYREPLICA, READONLYREPLICA } = gossip.MemberInfo.VNodeState;
const readOnly: readonly unknown[] = [READONLYLEADERLESS, PREREADONLYREPLICA, READONLYREPLICA];

interface GrpcAccess {
  getGRPCClient(service: typeof gossipGrpc.GossipClient, name: string): Promise<GossipClient>;
}

/** The members that are alive, as the one at the client's end sees them. It answers without credentials. */
export async function membersSeenBy(client: EventStoreDBClient): Promise<readonly Member[]> {
  // Protected, and the one way to the client's own connection.
  const asked = await (client as unknown as GrpcAccess).getGRPCClient(gossipGrpc.GossipClient, 'gossip');
  const info = await new Promise<ClusterInfo>((resolve, reject) => {
    asked.read(new shared.Empty(), (error, answer) => (error === null ? resolve(answer) : reject(error)));
  });
  return living(info);
}

const emptyMessage = Buffer.alloc(5);
const grpcOk = '0';

/** The same over a bare connection: one call of gRPC. */
export function membersOver(session: ClientHttp2Session): Promise<readonly Member[]> {
  return new Promise((resolve, reject) => {
    const { path } = gossipGrpc.GossipService.read;
    const call = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const chunks: Buffer[] = [];
    let status: unknown;
    const note = (headers: Readonly<Record<string, unknown>>): void => {
      status = headers['grpc-status'] ?? status;
    };
    call.on('response', note).on('trailers', note).on('error', reject);
    call.on('data', (chunk: Buffer) => chunks.push(chunk));
    call.on('end', () => {
      // A byte for whether it is compressed, which was not asked for, and four for the length.
      const message = Buffer.concat(chunks).subarray(emptyMessage.length);
      if (status === grpcOk) resolve(living(gossip.ClusterInfo.deserializeBinary(message)));
      else reject(new Error(`the members are not known (${String(status)})`));
    });
    call.end(emptyMessage);
  });
}

function living(info: ClusterInfo): readonly Member[] {
  return info
    .getMembersList()
    .filter((member) => member.getIsAlive())
    .map((member) => ({
      place: { host: member.getHttpEndPoint()?.getAddress() ?? '', port: member.getHttpEndPoint()?.getPort() ?? 0 },
      leads: member.getState() === LEADER,
      isReadOnly: readOnly.includes(member.getState()),
    }));
}
