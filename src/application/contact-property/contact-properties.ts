import type { Ports } from '../shared/ports.js';
export async function teamProperties(
  _p: Pick<Ports, 'readStore' | 'ownWrites'>,
  _t: string,
): Promise<readonly { key: string; type: 'string' | 'number' }[]> {
  return [];
}
