import type { TestFigures, Variant } from '../../domain/broadcast/ab-test.js';
import type { Ports } from '../shared/ports.js';
import { talliesOf } from './result-sums.js';

/** What is compared, as far as the read model has come: opens and clicks of people in the test. */
export async function testFiguresOf(ports: Pick<Ports, 'readStore'>, broadcastId: string): Promise<TestFigures> {
  const none = { delivered: 0, opened: 0, clicked: 0 };
  const figures: Record<Variant, { -readonly [Name in keyof TestFigures['a']]: number }> = {
    a: { ...none },
    b: { ...none },
  };
  for (const { tally, count } of await talliesOf(ports, broadcastId)) {
    const { part, result, opened, clicked } = tally;
    if (part === undefined) continue;
    const sum = figures[part];
    if (result === 'delivered') sum.delivered += count;
    if (opened === 'person') sum.opened += count;
    if (clicked === 'person') sum.clicked += count;
  }
  return figures;
}
