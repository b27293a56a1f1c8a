import { rmSync } from 'node:fs';
import { Resend } from 'resend';
import { crashSeed } from '../support/crash-expectations.js';
import { seeded } from '../support/crash-run.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/server.js';
import { smtpClient } from '../support/smtp-client.js';
import { lines } from '../support/submitting.js';
import { waitFor } from '../support/wait-for.js';

const servers = 6;

/** More of both: `INBOUND_CRASH=emails,kills`. */
const [emails = 0, kills = 0] = (process.env['INBOUND_CRASH'] ?? '150,3').split(',').map(Number);

describe(`${emails} emails from ${servers} servers, Posthorn killed ${kills} times`, () => {
  const dataDir = temporaryFolder();
  let posthorn: RunningServer;
  let life = 0;
  const acknowledged = new Set<string>();
  const waiting = Array.from({ length: emails }, (_each, number) => `${number}`);

  const start = async (): Promise<void> => {
    posthorn = await startServer({
      dataDir,
      env: {
        INBOUND_PORT: '0',
        INBOUND_CHECKS: '0',
        INBOUND_PER_ADDRESS_PER_MINUTE: '0',
        INBOUND_PER_DOMAIN_PER_MINUTE: '0',
        PREVERIFIED_DOMAINS: 'example.com',
        LOG_LEVEL: 'warn',
      },
    });
    life += 1;
  };

  /** As a server does: what is not acknowledged stays in its queue, and is sent again as it was. */
  async function deliver(): Promise<void> {
    const mine = life;
    const client = await smtpClient(Number(/^ {2}Inbound .*: (\d+)$/m.exec(posthorn.output())?.[1]));
    await client.reply();
    await client.ask('EHLO mail.example.net');
    while (mine === life) {
      const number = waiting.pop();
      if (number === undefined) break;
      const text = lines(`Subject: ${number}`, `Message-ID: <${number}@example.net>`, '', 'x'.repeat(2_000));
      try {
        await client.begin('ann@example.net', 'support@example.com');
        client.write(text);
        const answer = await client.ask('.');
        if (!answer.startsWith('250')) throw new Error(answer);
        acknowledged.add(number);
      } catch {
        waiting.push(number);
        break;
      }
    }
    client.end();
  }

  afterAll(async () => {
    await posthorn.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('keeps each that it acknowledged, and none twice', async () => {
    const random = seeded(crashSeed());
    await start();
    const resend = () => new Resend(posthorn.key, { baseUrl: posthorn.url });
    const [domain] = (await resend().domains.list()).data?.data ?? [];
    await resend().domains.update({ id: domain?.id ?? '', capabilities: { sending: 'enabled', receiving: 'enabled' } });
    const perLife = Math.floor(emails / (kills + 1));
    const answeredAtKills: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const until = acknowledged.size + 1 + Math.floor(random() * perLife);
      const delivering = Array.from({ length: servers }, deliver);
      await waitFor(
        () => Promise.resolve(acknowledged.size),
        (size) => size >= until || waiting.length === 0,
      );
      answeredAtKills.push(acknowledged.size);
      await posthorn.kill();
      await Promise.all(delivering);
      await start();
    }
    await Promise.all(Array.from({ length: servers }, deliver));
    expect(answeredAtKills.every((answered) => answered < emails)).toBe(true);
    expect([acknowledged.size, waiting]).toEqual([emails, []]);
    const subjects = await waitFor(
      () => listedSubjects(resend()),
      ({ length }) => length >= emails,
    );
    expect([...subjects].sort()).toEqual([...acknowledged].sort());
  }, 1_800_000);
});

async function listedSubjects(resend: Resend): Promise<readonly string[]> {
  const subjects: string[] = [];
  for (let after: string | undefined; ; ) {
    const { data } = await resend.emails.receiving.list({ limit: 100, ...(after === undefined ? {} : { after }) });
    subjects.push(...(data?.data ?? []).map(({ subject }) => subject));
    after = data?.data.at(-1)?.id;
    if (data?.has_more !== true) return subjects;
  }
}
