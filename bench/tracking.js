// Rewriting of html (ms an email), redirects (us of processor time), and mail beside a flood of hits: `npm run bench:tracking`.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sealToken } from '../dist/application/tracking/track-token.js';
import { trackingSealer } from '../dist/infrastructure/crypto/tracking-sealer.js';
import { trackHtml } from '../dist/infrastructure/tracking/tracked-html.js';
import { apiKey, ask, message, percentile, sender, startChild, startLoad, startServer } from './processes.js';

const floodSeconds = Number(process.env.BENCH_SECONDS ?? 60);
const perSecond = Number(process.env.BENCH_HITS_PER_SECOND ?? 10_000);
const mailsPerSecond = 20;
const host = `links.${sender}`;

const row = (at) =>
  `<tr><td><a href="https://www.example.com/p/${at}?utm_source=mail&amp;ref=${at}">Item ${at}</a></td></tr>`;
const newsletter = `<html><body><table>${Array.from({ length: 40 }, (_, at) => row(at)).join('')}</table></body></html>`;

function rewriting() {
  const key = randomBytes(32);
  const whose = { emailId: '019ab000-0000-7000-8000-000000000001', recipient: 0, hitKey: randomBytes(16) };
  let link = 0;
  const linkFor = (target) =>
    `https://${host}/t/${sealToken(trackingSealer, key, host, { ...whose, click: { link: link++ % 40, target } })}`;
  const pixel = `https://${host}/t/${sealToken(trackingSealer, key, host, whose)}`;
  const times = Array.from({ length: 2_000 }, () => {
    const started = performance.now();
    trackHtml(newsletter, { linkFor, pixel });
    return performance.now() - started;
  }).toSorted((a, b) => a - b);
  return percentile(times, 0.5);
}

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const load = await startLoad();
try {
  const server = await startServer(dataDir, { ...load.environment, TRUSTED_PROXIES: '127.0.0.1/32' });
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const options = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(`http://${server.host}:${server.port}${path}`, options);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { data } = await call('GET', '/domains');
  const settings = { open_tracking: true, click_tracking: true, tracking_subdomain: 'links' };
  await call('PATCH', `/domains/${data.find(({ name }) => name === sender).id}`, settings);

  const sent = new Map();
  const send = async (number) => {
    const started = Date.now();
    const mail = { from: `a@${sender}`, to: `p${number}@r.example.com`, subject: `${number}`, html: newsletter };
    sent.set((await call('POST', '/emails', mail)).id, started);
  };
  /** Milliseconds from the request to the receiver, of what is sent in so many seconds. */
  const latencies = async (seconds) => {
    sent.clear();
    const sending = [];
    for (let number = 0; number < seconds * mailsPerSecond; number += 1) {
      sending.push(send(number));
      await wait(1_000 / mailsPerSecond);
    }
    await Promise.all(sending);
    for (;;) {
      const { arrivals } = await ask(load.sink, 'arrivals');
      const arrived = new Map(arrivals);
      const late = [...sent].filter(([id]) => !arrived.has(id));
      if (late.length === 0) return [...sent].map(([id, at]) => arrived.get(id) - at).toSorted((a, b) => a - b);
      await wait(200);
    }
  };
  await latencies(5);
  const { raw } = await ask(load.sink, 'last');
  const html = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  const paths = Array.from(html.matchAll(/href="http:\/\/[^/"]+(\/t\/[\w-]+)"/g), ([, path]) => path);
  if (paths.length !== 40) throw new Error(`${paths.length} tracked links arrived`);
  const flood = async (rate, seconds) => {
    const { child } = await startChild('tracking-flood.js');
    const cpuBefore = server.cpuSeconds();
    const { host: address, port } = server;
    const ended = message(child);
    child.send({ host: address, port, name: host, paths, perSecond: rate, connections: 50, seconds });
    return { ...(await ended), cpuSeconds: server.cpuSeconds() - cpuBefore };
  };

  const ms = rewriting();
  const calm = await flood(500, 10);
  const rest = await latencies(floodSeconds);
  const memoryBefore = server.residentMb();
  let memory = memoryBefore;
  const watching = setInterval(() => {
    memory = Math.max(memory, server.residentMb());
  }, 500);
  const [hits, beside] = await Promise.all([flood(perSecond, floodSeconds), latencies(floodSeconds)]);
  clearInterval(watching);
  const metrics = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
  const lost = Number(/^posthorn_tracking_hits_lost_total (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
  await server.stop();
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}\n`);
  console.table([
    { what: 'rewriting of 40 links, ms an email, median', value: ms.toFixed(3) },
    { what: 'a redirect, us of processor time', value: Math.round((calm.cpuSeconds / calm.answered) * 1e6) },
    { what: 'mail at rest, ms to the receiver, p50', value: percentile(rest, 0.5) },
    { what: 'mail at rest, ms to the receiver, p99', value: percentile(rest, 0.99) },
    { what: 'mail beside the flood, p50', value: percentile(beside, 0.5) },
    { what: 'mail beside the flood, p99', value: percentile(beside, 0.99) },
    { what: 'hits offered a second', value: perSecond },
    { what: 'hits answered a second', value: Math.round(hits.answered / floodSeconds) },
    { what: 'hits not taken by the server in time', value: hits.notSent },
    { what: 'hits not stored, as the metric says', value: lost },
    { what: 'memory before, MB', value: memoryBefore },
    { what: 'memory at most, MB', value: memory },
  ]);
  console.log(`p99 beside the flood to p99 at rest: ${(percentile(beside, 0.99) / percentile(rest, 0.99)).toFixed(2)}`);
} finally {
  load.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
