import type { Ports } from '../shared/ports.js';
export async function teamTopics(
  _p: Pick<Ports, 'readStore' | 'ownWrites'>,
  _t: string,
): Promise<
  readonly { id: string; name: string; description: string | null; defaultSubscription: 'opt_in' | 'opt_out' }[]
> {
  return [];
}
