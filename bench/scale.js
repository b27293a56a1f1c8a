// Measures how delivering grows with processes, and what distance to the engines takes from it: `npm run bench:scale`.
//   --delays=0,1,5,20   milliseconds between a delivering process and each engine, each way
//   --processes=1,2,4   delivering processes
//   --only=5x2,20x1     these cases alone, delay x processes
//   --mails=1000        stored before each case, due at one moment; --connections=50 to the receiver, of each process
// One process accepts and one folds, beside the engines; both are in the figures of the machine. What all share is two cores or how many there are:
// a case that fills them says so, and its share of linear is then the machine's.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEngines } from './engines.js';
import { ask, cpuSecondsOf, startLoad, startServer } from './processes.js';
import { startWire } from './wire.js';

const { values: options } = parseArgs({
  options: {
    delays: { type: 'string', default: '0,1,5,20' },
    processes: { type: 'string', default: '1,2,4' },
    only: { type: 'string' },
    mails: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '50' },
  },
});
const mails = Number(options.mails);
const numbers = (list) => list.split(',').map(Number);
const cases =
  options.only?.split(',').map((each) => each.split('x').map(Number)) ??
  numbers(options.delays).flatMap((delayMs) => numbers(options.processes).map((count) => [delayMs, count]));
const urls = { eventstoredb: 'EVENTSTOREDB_URL', mongodb: 'MONGODB_URL', redis: 'REDIS_URL' };
/** Of a core or of the machine. */
const full = 0.95;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-scale-'));
const engines = await startEngines();
const load = await startLoad();
const rows = [];
const servers = [];

try {
  const projections = await start('projections', engines.environment);
  const api = await start('api', engines.environment);
  servers.push(projections, api);
  // What is stored is due when all of it has been accepted.
  const { elapsedMs } = await load.generate(api, { count: 100 });
  const acceptMs = Math.max(10, (2 * elapsedMs) / 100);
  for (const [delayMs, count] of cases) rows.push(await measure({ api, projections, acceptMs }, delayMs, count));
  print();
  await load.verify();
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  load.stop();
  engines.stop();
  rmSync(folder, { recursive: true, force: true });
}

function start(role, environment) {
  return startServer(mkdtempSync(join(folder, `${role}-`)), {
    ...environment,
    MASTER_KEY: '0'.repeat(64),
    ...load.environment,
    RELAY_CONNECTIONS: options.connections,
    POSTHORN_ROLES: role,
  });
}

async function measure({ api, projections, acceptMs }, delayMs, count) {
  const wires = {};
  for (const [engine, name] of Object.entries(urls))
    wires[engine] = await startWire(engines.environment[name], delayMs);
  const environment = Object.fromEntries(Object.entries(urls).map(([engine, name]) => [name, wires[engine].url]));
  const delivering = [];
  try {
    // One after the other: a start costs a core.
    for (let each = 0; each < count; each++) delivering.push(await start('delivery', environment));
    const dueAt = Date.now() + 3_000 + mails * acceptMs;
    await load.generate(api, { count: mails, mails: { scheduled_at: new Date(dueAt).toISOString() } });
    if (Date.now() > dueAt) throw new Error('accepting took twice as long as at the start: try again');
    await wait(dueAt - Date.now());
    await ask(load.sink, 'begin');
    const spent = () => ({
      delivering: delivering.map((server) => server.cpuSeconds()),
      folding: projections.cpuSeconds(),
      engines: Object.values(engines.pids).map((pid) => (pid === undefined ? Number.NaN : cpuSecondsOf(pid))),
      wires: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
      machine: busySeconds(),
    });
    const before = spent();
    const seconds = ((await load.untilReceived(load.accepted.length)) - dueAt) / 1_000;
    const after = spent();
    const elapsed = (Date.now() - dueAt) / 1_000;
    const cores = (now, then) => (now - then) / elapsed;
    const each = after.delivering.map((now, index) => cores(now, before.delivering[index]));
    return {
      delayMs,
      count,
      perSecond: mails / seconds,
      each,
      folding: cores(after.folding, before.folding),
      engines: after.engines.reduce((sum, now, index) => sum + cores(now, before.engines[index]), 0),
      wires: cores(after.wires, before.wires),
      machine: cores(after.machine, before.machine),
    };
  } finally {
    await Promise.all(delivering.map((server) => server.stop()));
    for (const wire of Object.values(wires)) wire.stop();
  }
}

/** Of all cores together. */
function busySeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1_000;
}

function print() {
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; on ${engines.described}`);
  console.log(`${mails} mails a case, ${options.connections} connections a process; processor time in cores\n`);
  const rateOf = (delayMs, count) => rows.find((row) => row.delayMs === delayMs && row.count === count)?.perSecond;
  const share = (rate, of) => (Number.isFinite(of) ? `${Math.round((100 * rate) / of)} %` : '-');
  console.table(
    rows.map(({ delayMs, count, perSecond, each, folding, engines: engineCores, wires, machine }) => ({
      'ms away': delayMs,
      processes: count,
      'delivered a second': Math.round(perSecond),
      'of linear': share(perSecond, count * rateOf(delayMs, 1)),
      'of 0 ms': share(perSecond, rateOf(0, count)),
      'a delivering process': (each.reduce((sum, value) => sum + value, 0) / count).toFixed(2),
      folding: folding.toFixed(2),
      engines: engineCores.toFixed(2),
      wires: wires.toFixed(2),
      machine: machine.toFixed(2),
      full: [
        ...(machine >= full * cpus().length ? ['all cores'] : []),
        ...(Math.max(...each) >= full ? ['a delivering process'] : []),
        ...(folding >= full ? ['folding'] : []),
        ...(wires >= full ? ['wires'] : []),
      ].join(', '),
    })),
  );
}
