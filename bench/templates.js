// Emails of one template beside the same emails with their html inline, in turn on one server: `npm run bench:templates`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey, startLoad, startServer } from './processes.js';

const emails = Number(process.env.BENCH_EMAILS ?? 1_000);
const turns = Number(process.env.BENCH_TURNS ?? 7);

const line = 'Order {{{ORDER}}} has been packed and leaves today. ';
const template = {
  name: 'Order',
  alias: 'order',
  html: `<html><body>${`<p>${line}</p>`.repeat(40)}</body></html>`,
  text: line.repeat(20),
  variables: [{ key: 'ORDER', type: 'number' }],
};
const kinds = [
  { kind: 'inline', mails: { kind: 'inline' } },
  { kind: 'template', mails: { kind: 'template', html: null, text: null, template: { id: 'order' } } },
];

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const load = await startLoad();
const kilobytes = () => Number(execFileSync('du', ['-sk', dataDir], { encoding: 'utf8' }).split('\t')[0]);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const server = await startServer(dataDir, load.environment);
  const post = async (path, body) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`http://${server.host}:${server.port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  };
  await post('/templates', template);
  await post('/templates/order/publish', {});
  const measured = { inline: [], template: [] };
  const disk = { inline: 0, template: 0 };
  for (let turn = -1; turn < turns; turn += 1) {
    // The first of two is another one each turn.
    for (const { kind, mails } of turn % 2 === 0 ? kinds : kinds.toReversed()) {
      const before = { cpu: server.cpuSeconds(), kilobytes: kilobytes() };
      await load.generate(server, { count: emails, connections: 20, mails });
      await load.untilReceived(load.accepted.length);
      // What is written behind has been written.
      await wait(2_000);
      // The first turn warms up.
      if (turn < 0) continue;
      measured[kind].push(((server.cpuSeconds() - before.cpu) / emails) * 1e6);
      disk[kind] += (kilobytes() - before.kilobytes) / turns;
    }
  }
  await server.stop();
  console.log(
    `\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; ${turns} turns of ${emails} emails\n`,
  );
  console.table(
    kinds.map(({ kind }) => ({
      kind,
      'us CPU an email, median': Math.round(median(measured[kind])),
      min: Math.round(Math.min(...measured[kind])),
      max: Math.round(Math.max(...measured[kind])),
      'KB on disk an email': (disk[kind] / emails).toFixed(2),
    })),
  );
  const ratios = measured.template.map((each, turn) => each / measured.inline[turn]);
  console.log(`template to inline, processor time: median ${median(ratios).toFixed(3)} of the turns`);
  await load.verify();
} finally {
  load.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
