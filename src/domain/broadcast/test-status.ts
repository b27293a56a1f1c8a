import type { TestStatus } from './ab-test.js';
import type { Broadcast } from './broadcast.js';

/** How far the test of a broadcast is. */
export function testStatusOf({ status, sentAs, test, judgesAt, winner }: Broadcast): TestStatus {
  if ((sentAs ?? { test }).test === undefined) return 'off';
  if (sentAs === null) return 'draft';
  if (winner !== undefined) return 'decided';
  if (status === 'canceled') return 'canceled';
  if (status === 'sent') return 'compared';
  return judgesAt === undefined ? 'testing' : 'waiting';
}
