import { Resolver } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { ask, posthorn, spawned } from '../e2e/cli/setup.js';
import { askingSettings, publishShown, type ShownDomain, startDomainServer, startNames } from './domain-server.js';
import type { NameServer } from './name-server.js';
import type { RunningServer } from './server.js';
import { startSmtpSink } from './smtp-sink.js';
import { waitFor } from './wait-for.js';

const domain = 'mail.example.com';
const batchSize = 50;
/** How often the name server learns what the service shows: a question to a server that is at work. */
const lookEveryMs = 200;
/** Between the mails that are sent for as long as a rotation takes. */
const pauseMs = 200;

interface JudgedMail {
  readonly messageId: string;
  /** `selector algorithm result` of each signature, judged when the mail arrived with what DNS showed then. */
  readonly signatures: readonly string[];
}

/** The signatures of a mail before, during and after a rotation of both keys. */
export const rotationVerdicts: readonly string[] = [
  'posthorn rsa-sha256 pass, posthorn3 ed25519-sha256 pass',
  'posthorn2 rsa-sha256 pass, posthorn3 ed25519-sha256 pass',
  'posthorn2 rsa-sha256 pass, posthorn5 ed25519-sha256 pass',
];

export interface Rotation {
  readonly judged: readonly JudgedMail[];
  /** How many mails had which signatures. */
  readonly verdicts: ReadonlyMap<string, number>;
  readonly rotated: { readonly exitCode: number | null; readonly stdout: string };
  readonly history: string;
}

/**
 * Sends at least so many mails through a whole server to a receiver that verifies each with what the name server shows
 * at that moment. When a third of them has arrived the RSA key changes, then Ed25519's follows by itself; mail is sent
 * until both former keys are gone. The name server shows exactly the records that the service asks for, at any time.
 */
export async function rotateUnderLoad(
  mails: number,
  engines: Readonly<Record<string, string>> = {},
): Promise<Rotation> {
  const names = await startNames();
  const judged: JudgedMail[] = [];
  const sink = await startSmtpSink({
    async dot({ raw }) {
      judged.push(await judge(raw, names.address));
      return '250 2.0.0 ok';
    },
  });
  const env = {
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    POSTHORN_TEST_DOMAIN_CHECK_PENDING_MS: '1000',
    POSTHORN_TEST_DOMAIN_CHECK_VERIFIED_MS: '1000',
    POSTHORN_TEST_DKIM_GRACE_MS: '10000',
    POSTHORN_TEST_DKIM_CHECK_MS: '1000',
  };
  const running = await startDomainServer({ env, engines, names });
  const { server } = running;
  const ended = new AbortController();
  try {
    const created = await ask(server, server.key, '/domains', { name: domain });
    const { id } = created.body as ShownDomain;
    const publishing = keepPublished(running, id, ended.signal);
    await ask(server, server.key, `/domains/${id}/verify`, {});
    await waitFor(
      () => shownDomain(server, id),
      ({ records }) => records.every(({ status }) => status === 'verified'),
    );
    const arrived = (count: number) =>
      waitFor(
        async () => judged.length,
        (now) => now >= count,
      );
    let isOver = false;
    const sending = (async () => {
      await send(server, mails);
      let sent = mails;
      const sendMore = async (count: number): Promise<void> => {
        await send(server, count);
        sent += count;
        await arrived(sent);
      };
      while (!isOver) {
        await sendMore(5);
        await setTimeout(pauseMs);
      }
      await sendMore(batchSize);
    })();
    await arrived(mails / 3);
    const settings = { ...env, ...askingSettings(names), ...engines };
    const rotated = await spawned(server.dataDir, ['dkim', 'rotate', domain], settings);
    const isRotated = ({ records }: ShownDomain) => selectorsOf(records).join() === 'posthorn2,posthorn4,posthorn5';
    await Promise.race([waitFor(() => shownDomain(server, id), isRotated), publishing, sending]);
    isOver = true;
    await sending;
    ended.abort();
    await publishing;
    const { stdout: history } = await posthorn(server.dataDir, ['audit', id], settings);
    return { judged, verdicts: counted(judged), rotated, history };
  } finally {
    ended.abort();
    await running.close();
    await sink.close();
    await names.close();
  }
}

async function judge(raw: Buffer, nameServer: string): Promise<JudgedMail> {
  const resolver = new Resolver();
  resolver.setServers([nameServer]);
  const { results } = await dkimVerify(raw, { resolver: (name: string) => resolver.resolveTxt(name) });
  const messageId = /^message-id: (.*)$/im.exec(raw.toString('latin1'))?.[1]?.trim() ?? '';
  // Its types have another name for the algorithm than its results.
  const signatures = results.map((result) => {
    const { algo } = result as { readonly algo?: unknown };
    return `${result.selector} ${String(algo)} ${result.status.result}`;
  });
  return { messageId, signatures: signatures.toSorted() };
}

function counted(judged: readonly JudgedMail[]): ReadonlyMap<string, number> {
  const verdicts = new Map<string, number>();
  for (const { signatures } of judged) {
    const verdict = signatures.join(', ');
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  return verdicts;
}

async function send(server: RunningServer, mails: number): Promise<void> {
  for (let sent = 0; sent < mails; sent += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, mails - sent) }, (_, index) => ({
      from: `shop@${domain}`,
      to: `customer${sent + index}@example.net`,
      subject: `Order ${sent + index}`,
      text: 'Thank you.',
    }));
    await waitFor(
      () => ask(server, server.key, '/emails/batch', batch),
      // Right after its check another process than the one that checked may not know yet that the domain may send.
      ({ status }) => status === 200,
    );
  }
}

async function shownDomain(server: RunningServer, id: string): Promise<ShownDomain> {
  return (await ask(server, server.key, `/domains/${id}`)).body as ShownDomain;
}

const selectorsOf = (records: ShownDomain['records']): readonly string[] =>
  records
    .filter(({ record }) => record === 'DKIM')
    .map(({ name }) => name.split('.')[0] ?? '')
    .toSorted();

/** The name server shows the records that the service shows, and no others, until the signal aborts. */
async function keepPublished(
  { server, names }: { readonly server: RunningServer; readonly names: NameServer },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  let before: readonly string[] = [];
  while (!signal.aborted) {
    const { records } = await shownDomain(server, id);
    const selectors = selectorsOf(records);
    publishShown(names, records);
    for (const gone of before.filter((selector) => !selectors.includes(selector))) {
      names.remove(`${gone}._domainkey.${domain}`);
    }
    before = selectors;
    await setTimeout(lookEveryMs);
  }
}
