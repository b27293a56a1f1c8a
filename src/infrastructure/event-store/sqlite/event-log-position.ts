import type { Position } from '../../../domain/shared/recorded.js';

/** The digits of the largest 64-bit row id, so that text order is number order. */
const positionDigits = 20;

export function positionOf(row: number): Position {
  return String(row).padStart(positionDigits, '0') as Position;
}

/** 0, before every row, where there is none. */
export function rowOf(position: Position | undefined): number {
  return position === undefined ? 0 : Number(position);
}
