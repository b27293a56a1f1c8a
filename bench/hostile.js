// Runs each attack beside a well-behaved team and prints what that team, the memory and the event loop suffer:
// `npm run bench:hostile [-- --only <name>] [--seconds <n>]`. Ends with 1 where a row is over its limits. The attacks are in
// bench/hostile/attacks; bench/hostile/parsers.js measures the parsers alone.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { attacks } from './hostile/attacks.js';
import { makeInstallation, startMeasured } from './hostile/installation.js';
import { highestMemory, longestStall } from './hostile/measure.js';
import { startNames } from './hostile/names.js';
import { mails, Neighbour } from './hostile/neighbour.js';
import { measureParsers } from './hostile/parsers.js';
import { ask, percentile, startChild } from './processes.js';

const limits = { times: 3, p99Ms: 250, stallMs: 100, growthMb: 300 };
const warmUpSeconds = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '10' },
    stored: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const isWanted = ({ name }) => values.only.length === 0 || values.only.includes(name);
const known = [...attacks.map(({ name }) => name), 'parsers'];
const unknown = values.only.filter((name) => !known.includes(name));
if (unknown.length > 0 || !(seconds > 0)) {
  console.error(`--only takes ${known.join(', ')}; --seconds a number above 0`);
  process.exit(2);
}

async function order(attacker, message) {
  const { result, failure } = await ask(attacker, message);
  if (failure !== undefined) throw new Error(failure);
  return result;
}

/** What a server says of itself to the attacker. */
const targetOf = ({ host, port, smtpPort }, { attackerKey: key, ownerKeys }) => ({
  host,
  port,
  smtpPort,
  key,
  ownerKeys,
});

/** Mails of the attacker, whose numbers begin with 1 and with 2 alike; the number of the last one. */
async function store(count, dataDir, { attackerTeamId: teamId }) {
  const { child: filler } = await startChild('fill.js');
  const first = 200_000 - count / 2;
  await ask(filler, { dataDir, teamId, sender: 'posthorn.test', scheduledShare: 0, count, first });
  filler.disconnect();
  return { last: first + count - 1 };
}

async function measure(attack, installation, names) {
  const { name } = attack;
  const dataDir = installation.copy(name);
  const stored = attack.stored && (await store(Number(values.stored ?? attack.stored), dataDir, installation));
  const { child: attacker } = await startChild('hostile/attacker.js');
  let server = await startMeasured(dataDir, names, attack.env);
  try {
    let prepared = null;
    if (attack.prepare !== undefined) {
      prepared = await order(attacker, {
        step: 'prepare',
        name,
        stored,
        target: targetOf(server, installation),
      });
      await server.stop();
      server = await startMeasured(dataDir, names, attack.env);
    }
    const target = targetOf(server, installation);
    await order(attacker, { step: 'arm', name, target, prepared });
    const neighbour = new Neighbour({
      ...server,
      key: installation.key,
      mail: mails[attack.neighbour ?? 'plain'](names),
    });
    const reader = attack.reads ? new Neighbour({ ...server, key: installation.listKey }) : undefined;
    const both = (forSeconds) => Promise.all([neighbour.send(forSeconds), reader?.send(forSeconds)]);
    await neighbour.untilTaken();
    await both(warmUpSeconds);
    const restFrom = Date.now();
    const rest = await highestMemory(server, () => both(seconds));
    const attackFrom = Date.now();
    const run = () => Promise.all([both(seconds), order(attacker, { step: 'run', name, target, seconds })]);
    const { result, highest } = await highestMemory(server, run);
    const [[sent, listed], answers] = result;
    const [restSent, restListed] = rest.result;
    neighbour.leave();
    reader?.leave();
    return {
      name,
      answers,
      rest: restSent,
      sent,
      lists: listed && { rest: restListed, sent: listed },
      restStall: longestStall(server.stalls, restFrom, attackFrom),
      stall: longestStall(server.stalls, attackFrom, Date.now()),
      growthMb: highest - rest.highest,
    };
  } finally {
    attacker.disconnect();
    await server.stop();
    installation.removeCopy(dataDir);
  }
}

/** A row of the table, from what was measured. */
function judged({ name, rest, sent, lists, restStall, stall, growthMb }) {
  const timesOf = (pair) => (share) => percentile(pair.sent.latencies, share) / percentile(pair.rest.latencies, share);
  const times = timesOf({ rest, sent });
  const p99 = (of) => percentile(of.latencies, 0.99);
  // A stall that does not end is not written down, but a mail waited for it.
  const stallMs = sent.gaveUp ? Math.max(stall.ms, sent.latencies.at(-1)) : stall.ms;
  const over = [
    ...(times(0.5) > limits.times ? ['p50'] : []),
    ...(times(0.99) > limits.times || p99(sent) > limits.p99Ms ? ['p99'] : []),
    ...(lists !== undefined && (timesOf(lists)(0.99) > limits.times || p99(lists.sent) > limits.p99Ms)
      ? ['lists']
      : []),
    ...(stallMs > limits.stallMs ? ['stall'] : []),
    ...(growthMb > limits.growthMb ? ['memory'] : []),
    ...(sent.failed > 0 ? [`${sent.failed} mails not accepted`] : []),
    ...(lists?.sent.failed > 0 ? [`${lists.sent.failed} lists not answered`] : []),
  ];
  const listed = (of) => (lists === undefined ? '' : p99(lists[of]).toFixed(1));
  const both = (of, digits) => [0.5, 0.99].map((share) => of(share).toFixed(digits)).join(' / ');
  return {
    attack: name,
    'at rest': both((share) => percentile(rest.latencies, share), 1),
    'under attack': both((share) => percentile(sent.latencies, share), 1),
    times: both(times, 1),
    'list at rest': listed('rest'),
    'list attacked': listed('sent'),
    'stall ms': Math.round(stallMs),
    'on a core': stall.busyMs,
    'stall at rest': restStall.ms,
    'memory growth, MB': growthMb,
    result: over.length === 0 ? 'ok' : `over: ${over.join(', ')}`,
  };
}

const rows = [];
const notes = [];

async function run(attack, installation, names) {
  const { name, what } = attack;
  if (attack.needsNames && !names.isSystem) {
    notes.push(`${name}: not run. It takes root, unshare and port 53 of loopback.`);
    return;
  }
  try {
    const measured = await measure(attack, installation, names);
    rows.push(judged(measured));
    notes.push(`${name}: ${what}. Answers: ${measured.answers || 'none'}.`);
  } catch (error) {
    rows.push({ attack: name, result: `not measured: ${error.message}` });
  }
  console.log(`${name}: ${rows.at(-1).result}`);
}

const wanted = attacks.filter(isWanted);
if (wanted.length > 0) {
  const names = await startNames();
  const installation = await makeInstallation();
  try {
    for (const attack of wanted) await run(attack, installation, names);
  } finally {
    installation.remove();
    names.close();
  }
}

console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}, ${seconds} s each`);
console.log(
  `p50 / p99 in ms of the well-behaved team's mails, from when each is due to its answer, p99 of its lists. Limits: ${limits.times} times, ` +
    `${limits.p99Ms} ms; stalls ${limits.stallMs} ms, ${limits.growthMb} MB.\n`,
);
if (rows.length > 0) console.table(rows);
for (const note of notes) console.log(note);
const parsers = isWanted({ name: 'parsers' }) ? measureParsers() : [];
if (parsers.length > 0) console.table(parsers);
process.exitCode = [...rows, ...parsers].some(({ result }) => result !== 'ok') ? 1 : 0;
