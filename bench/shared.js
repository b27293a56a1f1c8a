// Processor time of one email on shared engines, over that on embedded ones: `npm run bench:shared`. Both servers have
// every role and work off the same emails at the same moment. What the engines themselves take is in no figure.
// `-- --only broadcast`: forms of the ledger whose names contain it.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pairsOf } from './beside/pairs.js';
import { startEngines } from './engines.js';
import { forms } from './ledger/forms.js';

const { values } = parseArgs({ options: { only: { type: 'string', default: 'REST' } } });
const root = join(import.meta.dirname, '..');
const leastShownUs = 20;

for (const [name, form] of Object.entries(forms)) {
  if (!name.includes(values.only)) continue;
  const engines = await startEngines();
  try {
    const { median, range, threads } = await pairsOf(form, [{ root, environment: engines.environment }, { root }]);
    const [least, most] = range.map((ratio) => ratio.toFixed(2));
    console.log(`${name}: ${median.toFixed(2)} of the processor time on embedded engines (${least} to ${most})`);
    console.log(`  on ${engines.described}`);
    const [shared, embedded] = threads;
    const shown = [...new Set([...Object.keys(shared), ...Object.keys(embedded)])].flatMap((thread) => {
      const [here = 0, there = 0] = [shared[thread], embedded[thread]];
      return Math.max(here, there) < leastShownUs ? [] : [`${thread} ${Math.round(here)} (${Math.round(there)})`];
    });
    console.log(`  us an email by thread: ${shown.join(', ')}`);
  } finally {
    engines.stop();
  }
}
