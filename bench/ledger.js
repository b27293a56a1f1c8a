// What one email costs inside the built server, thread by thread: `npm run bench:ledger`. Counts, which a busy machine
// hardly changes, and processor time, which it does. `-- --beside <folder>`: another checkout, built, whose sums stand
// beside. `-- --only SMTP`: forms whose names contain it.
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { canTrace, countOne } from './ledger/count.js';
import { forms } from './ledger/forms.js';
import { processorTime } from './ledger/look.js';
import { printLedger } from './ledger/print.js';
import { startServer } from './processes.js';

const { values } = parseArgs({ options: { beside: { type: 'string' }, only: { type: 'string', multiple: true } } });
const warmUp = Number(process.env.BENCH_WARM_UP ?? 400);
const emails = Number(process.env.BENCH_MAILS ?? 1_000);
/** What is counted in one start of the server: each slows it, and would be counted by the others. */
const passes = ['calls', 'bytes', ...(canTrace ? ['syscalls'] : []), 'time'];

const beside = values.beside && (await import(resolve(values.beside, 'bench/processes.js'))).startServer;
console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; ${emails} emails after ${warmUp}`);
for (const [name, form] of Object.entries(forms)) {
  if (values.only !== undefined && !values.only.some((part) => name.includes(part))) continue;
  const here = await ledgerOf(startServer, form);
  const there = beside && (await ledgerOf(beside, form));
  console.log(`\n${name}\n`);
  printLedger(here.rows, there?.rows);
  console.log(`\nresident at most: ${here.peakMb} MB${there ? `, beside ${there.peakMb} MB` : ''}`);
}

/** Rows of all passes: what is counted, and how often in each thread. */
async function ledgerOf(start, form) {
  const rows = new Map();
  let peakMb = 0;
  for (const counts of passes) {
    const counted = await countOne(start, form, { counts, warmUp, emails });
    // Counting takes memory too: the last pass counts least.
    peakMb = counted.peakMb;
    for (const [thread, sums] of counted.threads) {
      for (const [what, number] of sums) {
        if (what === processorTime && counts !== 'time') continue;
        const row = rows.get(what) ?? {};
        rows.set(what, row);
        row[thread] = (row[thread] ?? 0) + number;
      }
    }
  }
  return { rows, peakMb };
}
