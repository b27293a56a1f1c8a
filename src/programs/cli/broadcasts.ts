import type { BroadcastProof } from '../../application/broadcast/proof.js';
import { sealedProof } from '../../application/broadcast/sealed-proof.js';
import { whyMe, type WhyMe } from '../../application/broadcast/why.js';
import type { LogHead } from '../../application/verify/log-head.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { resources } from '../resources/resources.js';
import { requireAddress } from './address.js';
import { withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { teamOf } from './shared/team-of.js';

/** `broadcasts verify <id>`: exit code 1 where somebody is missing. */
export async function verifyBroadcast(config: Config, id: string): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const found = await sealedProof(ports, id);
    if (found === undefined) throw new Declined(`There is no broadcast ${id} that was sent.`);
    const { proof, seal } = found;
    return {
      result: { ...proof, seal },
      text: describeProof(proof, seal),
      ...(proof.missing > 0 ? { negative: true } : {}),
    };
  });
}

function describeProof(proof: BroadcastProof, seal: LogHead | null): string {
  const skipped = Object.entries(proof.skipped);
  const sum = skipped.reduce((all, [, count]) => all + count, 0);
  const reasons = skipped.length === 0 ? '' : ` (${skipped.map(([reason, count]) => `${reason} ${count}`).join(', ')})`;
  return [
    `${proof.name}: ${proof.status}`,
    `Planned  ${proof.planned}`,
    `Sent     ${proof.sent}${proof.maybeTwice === 0 ? '' : ` (${proof.maybeTwice} of them maybe twice: an attempt got no answer)`}`,
    `Skipped  ${sum}${reasons}`,
    `Failed   ${proof.failed}`,
    `Unknown  ${proof.unknown}`,
    ...(proof.waiting === 0 ? [] : [`Waiting  ${proof.waiting}`]),
    ...(proof.retired === 0 ? [] : [`Removed with age  ${proof.retired}`]),
    `Missing  ${proof.missing}`,
    ...proof.missingMembers.map(
      ({ contactId, chunk, member }) => `  contact ${contactId}, member ${member} of chunk ${chunk}`,
    ),
    seal === null
      ? 'Not sealed yet: the log is sealed within a minute.'
      : `Sealed by seal ${seal.seal}: root ${seal.root}, signature ${seal.signature}`,
  ].join('\n');
}

export interface WhyOptions {
  readonly team?: string;
}

/** `broadcasts why <id> <address>` */
export async function whyBroadcast(config: Config, id: string, text: string, options: WhyOptions): Promise<Outcome> {
  const address = requireAddress(text);
  return withExisting(config, async ({ ports, log, installation }) => {
    const teamId = await teamOf(ports, installation, options.team);
    const hash = await openKeyedHash(log.keys);
    const found = await whyMe({ ...ports, resources, hash }, { teamId, broadcastId: id, address });
    if (found === undefined) throw new Declined(`Team ${teamId} has no broadcast ${id} that was sent.`);
    return { result: { ...found }, text: describeWhy(found) };
  });
}

function describeWhy({ outcome, reason, steps }: WhyMe): string {
  if (outcome === 'not-in-audience') {
    return 'Not in the audience: no contact with this address was in the segment when it was sent.';
  }
  const lines = steps.map(({ at, said, eventId }) => `  ${at}  ${said}  (event ${eventId})`);
  return [`${outcome}${reason === null ? '' : `: ${reason}`}`, ...lines].join('\n');
}
