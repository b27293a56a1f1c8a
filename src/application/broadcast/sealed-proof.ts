import { query } from '../access/use-case.js';
import { coveringSeal } from '../seal/covering-seal.js';
import type { LogPorts } from '../shared/handle.js';
import { headOf, type LogHead } from '../verify/log-head.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type BroadcastProof, proofOf } from './proof.js';
import { type AskWhy, whyMe, type WhyPorts } from './why.js';

export interface SealedProof {
  readonly proof: BroadcastProof;
  /** The first seal of the log that covers all of it; null while it is not sealed. */
  readonly seal: LogHead | null;
}

/** @returns undefined where there is no such broadcast, or it was never sent. */
export async function sealedProof(
  ports: LogPorts,
  broadcastId: string,
  mostNamed?: number,
): Promise<SealedProof | undefined> {
  const found = await proofOf(ports, broadcastId, mostNamed);
  if (found === undefined) return undefined;
  const covering = await coveringSeal(ports, found.last);
  return { proof: found.proof, seal: covering === undefined ? null : headOf(covering.seal) };
}

/** GET /dashboard-api/broadcasts/{id}/proof. */
export interface GetBroadcastProof {
  readonly teamId: string;
  readonly broadcastId: string;
}
/** An answer names no more of those who are missing; it counts all. */
export const mostNamedMissing = 1_000;
const neverSent = { refused: 'never-sent' } as const;

export const GetBroadcastProof = query({
  name: 'GetBroadcastProof',
  need: 'read-only',
  async run(ports: LogPorts, { teamId, broadcastId }: GetBroadcastProof) {
    if ((await broadcastOfTeam(ports, teamId, broadcastId)) === undefined) return undefined;
    return (await sealedProof(ports, broadcastId, mostNamedMissing)) ?? neverSent;
  },
});

/** GET /dashboard-api/broadcasts/{id}/why. */
export const WhyBroadcast = query({
  name: 'WhyBroadcast',
  need: 'read-only',
  async run(ports: WhyPorts, asked: AskWhy) {
    if ((await broadcastOfTeam(ports, asked.teamId, asked.broadcastId)) === undefined) return undefined;
    return (await whyMe(ports, asked)) ?? neverSent;
  },
});
