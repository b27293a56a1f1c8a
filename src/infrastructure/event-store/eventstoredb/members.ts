import type { EventStoreDBClient } from '@eventstore/db-client';
import gossipGrpc, { type GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip, { type ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

export interface Member {
  readonly place: { readonly host: string; readonly port: number };
  readonly leads: boolean;
  /** It follows, and can never lead. */
  readonly isReadOnly: boolean;
}

interface Asking {
  getGRPCClient(service: typeof gossipGrpc.GossipClient, name: string): Promise<GossipClient>;
}

const { LEADER, READONLYLEADERLESS, PREREADONLYREPLICA, READONLYREPLICA } = gossip.MemberInfo.VNodeState;
const readOnly: readonly unknown[] = [READONLYLEADERLESS, PREREADONLYREPLICA, READONLYREPLICA];

/** The members that are alive, as one of them sees them. It answers without credentials. */
export async function membersOf(client: EventStoreDBClient): Promise<readonly Member[]> {
  // Protected, and the one way to the client's own channel, with its TLS.
  const asked = await (client as unknown as Asking).getGRPCClient(gossipGrpc.GossipClient, 'gossip');
  const info = await new Promise<ClusterInfo>((resolve, reject) => {
    asked.read(new shared.Empty(), (error, answer) => (error === null ? resolve(answer) : reject(error)));
  });
  return info
    .getMembersList()
    .filter((member) => member.getIsAlive())
    .map((member) => ({
      place: { host: member.getHttpEndPoint()?.getAddress() ?? '', port: member.getHttpEndPoint()?.getPort() ?? 0 },
      leads: member.getState() === LEADER,
      isReadOnly: readOnly.includes(member.getState()),
    }));
}
