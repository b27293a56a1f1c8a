import type { Position } from '../../../domain/shared/recorded.js';

/** A place in the server's log. A checkpoint's two numbers may differ, and both count. */
export interface LogPosition {
  readonly commit: bigint;
  readonly prepare: bigint;
}

type Digits = Readonly<Record<keyof LogPosition, string>>;

/** The digits of the largest unsigned 64-bit number, so that text order is the order of the pairs. */
const digits = 20;

const pattern = new RegExp(`^(\\d{${digits}})/(\\d{${digits}})$`);

/** The position of both numbers, given as such or as their digits. */
export function positionOf({ commit, prepare }: LogPosition | Digits): Position {
  return `${String(commit).padStart(digits, '0')}/${String(prepare).padStart(digits, '0')}` as Position;
}

/** Throws on another engine's position: resuming from a wrong place would lose events without a word. */
export function logPositionOf(position: Position): { commit: bigint; prepare: bigint } {
  const [, commit, prepare] = pattern.exec(position) ?? [];
  if (commit === undefined || prepare === undefined) throw new Error(`no position of this log: "${position}"`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

/** The later of the two, where there are two. */
export function later(a: Position | undefined, b: Position | undefined): Position | undefined {
  return (b ?? '') > (a ?? '') ? b : a;
}
