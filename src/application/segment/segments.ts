import type { Ports } from '../shared/ports.js';
export async function teamSegments(
  _p: Pick<Ports, 'readStore' | 'ownWrites'>,
  _t: string,
): Promise<readonly { id: string; name: string; filter: object | null }[]> {
  return [];
}
