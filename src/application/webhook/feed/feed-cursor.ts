import type { Position } from '../../../domain/shared/recorded.js';
import type { KeyedHash } from '../../ports/hashing.js';

const sealBytes = 16;
const blockBytes = 32;

/**
 * A place in the log as one team is shown it: the number itself would tell how much all teams do. The same place is the
 * same text; what was not made here, or for another team, is none.
 */
export function sealCursor(hash: KeyedHash, teamId: string, position: Position): string {
  const plain = Buffer.from(position);
  const seal = sealOf(hash, teamId, position);
  return Buffer.concat([seal, mixed(hash, teamId, seal, plain)]).toString('base64url');
}

/** @returns undefined when it is no cursor of this team. */
export function openCursor(hash: KeyedHash, teamId: string, cursor: string): Position | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const seal = bytes.subarray(0, sealBytes);
  // Checked below: only what was sealed here has this seal.
  const position = mixed(hash, teamId, seal, bytes.subarray(sealBytes)).toString() as Position;
  return position !== '' && sealOf(hash, teamId, position).equals(seal) ? position : undefined;
}

/** Synthetic IV of the text, as in RFC 5297: it authenticates the text and is what the text is encrypted with. */
function sealOf(hash: KeyedHash, teamId: string, position: Position): Buffer {
  return Buffer.from(hash.hash('feed-cursor', ['seal', teamId, position]), 'hex').subarray(0, sealBytes);
}

function mixed(hash: KeyedHash, teamId: string, seal: Buffer, bytes: Buffer): Buffer {
  const parts = ['mix', teamId, seal.toString('hex')];
  const blocks = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, block) =>
    Buffer.from(hash.hash('feed-cursor', [...parts, block]), 'hex'),
  );
  const stream = Buffer.concat(blocks);
  return Buffer.from(bytes.map((byte, index) => byte ^ (stream[index] ?? 0)));
}
