// Runs a server as in a container with little memory, and large requests against it: `npm run bench:small-machine [-- --only <name>]
// [--megabytes <n>] [--requests <n>]`. Needs Linux, root and cgroups; elsewhere it says so and runs nothing. Ends with 1 where a server was killed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from './peers/free-port.js';
import { apiKey, sender, startChild, startServer } from './processes.js';
import { loads, sendMessage } from './small-machine/loads.js';
import { makeMemoryGroup } from './small-machine/memory-group.js';

const sampleEveryMs = 20;
/** Of one request, before its client gives up. */
const mostRefusals = 100;
/** Without another delivery, before the rest is not waited for. */
const patienceMs = 60_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    megabytes: { type: 'string', default: '512' },
    requests: { type: 'string' },
  },
});

/** One request after the other, each again after the time that a refusal names. */
async function runClient(server, { make, smtpBytes, requests }, counts) {
  for (let round = 0; round < requests; round += 1) {
    for (let refusals = 0; refusals < mostRefusals; refusals += 1) {
      const { status, afterSeconds } = await request(server, { make, smtpBytes, round });
      counts[status] = (counts[status] ?? 0) + 1;
      if (status < 300 || status === 413) break;
      await wait(afterSeconds * 1_000);
    }
  }
}

async function request(server, { make, smtpBytes, round }) {
  if (smtpBytes !== undefined) return { status: await sendMessage(server, smtpBytes), afterSeconds: 1 };
  const { path, body } = make(round);
  const answer = await fetch(`http://${server.host}:${server.port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body,
  });
  await answer.arrayBuffer();
  return { status: answer.status, afterSeconds: Number(answer.headers.get('retry-after') ?? 1) };
}

const emailsOfEach = ({ make }) => (make === undefined ? 1 : [JSON.parse(make(0).body)].flat().length);

/** How many emails had left when all had, or when none has left for long. */
async function deliveredOf(server, accepted) {
  let known = 0;
  for (let sinceMs = performance.now(); known < accepted && performance.now() - sinceMs < patienceMs; ) {
    await wait(1_000);
    const metrics = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
    const rows = metrics.matchAll(/^posthorn_delivery_results_total\{[^}]*outcome="delivered"[^}]*\} (\d+)$/gm);
    const now = [...rows].reduce((sum, [, count]) => sum + Number(count), 0);
    if (now > known) sinceMs = performance.now();
    known = now;
  }
  return known;
}

async function measure(load, relayPort) {
  const group = makeMemoryGroup(Number(values.megabytes));
  if (group === null) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-small-'));
  const smtpPort = await freePort();
  const settings = {
    SMTP_2465_PORT: String(smtpPort),
    PREVERIFIED_DOMAINS: sender,
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${relayPort}`,
  };
  const server = await startServer(dataDir, settings, [], group.under);
  const cpuBefore = server.cpuSeconds();
  const highest = { residentMb: 0, anonymousMb: 0 };
  const timer = setInterval(() => {
    // NaN for a process that has ended just now.
    highest.residentMb = Math.max(highest.residentMb, server.residentMb() || 0);
    highest.anonymousMb = Math.max(highest.anonymousMb, group.anonymousMb());
  }, sampleEveryMs);
  const counts = {};
  const startedMs = performance.now();
  const clients = Array.from({ length: load.clients ?? 1 }, () => runClient({ ...server, smtpPort }, load, counts));
  const failures = (await Promise.allSettled(clients)).filter(({ status }) => status === 'rejected');
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  const requests = (counts[200] ?? 0) + (counts[250] ?? 0);
  const delivered = server.ended() === null ? await deliveredOf(server, requests * emailsOfEach(load)) : 0;
  const cpuMs =
    server.ended() === null && delivered > 0 ? ((server.cpuSeconds() - cpuBefore) * 1_000) / delivered : NaN;
  clearInterval(timer);
  const killed = server.ended() ?? (group.kills() > 0 ? 'a process of it' : null);
  if (server.ended() === null) await server.stop();
  group.remove();
  rmSync(dataDir, { recursive: true, force: true });
  return { counts, failures, seconds, killed, delivered, cpuMs, ...highest };
}

const { child: sink, first: receiver } = await startChild('sink.js');
console.log(
  `| in ${values.megabytes} MB | accepted | 503 | other answers | seconds | emails delivered | ms of processor each | MB resident | of it not files | |`,
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const { requests: usual, ...load } of loads) {
  const { name, clients = 1 } = load;
  const requests = Number(values.requests ?? usual);
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const measured = await measure({ ...load, requests }, receiver.port);
  if (measured === null) {
    console.log('\nnot run: this needs Linux, root and cgroups that limit memory');
    break;
  }
  const { counts, failures, seconds, killed, delivered, cpuMs, residentMb, anonymousMb } = measured;
  const { 200: ok = 0, 250: taken = 0, 503: refused = 0, ...others } = counts;
  const verdict = killed !== null ? `killed (${killed})` : failures.length > 0 ? String(failures[0].reason) : 'ok';
  if (verdict !== 'ok') process.exitCode = 1;
  const accepted = `${ok + taken} of ${requests * clients}`;
  const rest = Object.entries(others).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `| ${name} | ${accepted} | ${refused} | ${rest.join(', ')} | ${seconds} | ${delivered} | ${cpuMs.toFixed(1)} | ${residentMb} | ${anonymousMb} | ${verdict} |`,
  );
}
sink.disconnect();
