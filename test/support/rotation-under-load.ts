import { Resolver } from 'node:dns/promises';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { ask, posthorn } from '../e2e/cli/setup.js';
import { inStrings, type NameServer, startNameServer } from './name-server.js';
import { type RunningServer, startServer } from './server.js';
import { startSmtpSink } from './smtp-sink.js';
import { waitFor } from './wait-for.js';

const domain = 'mail.example.com';
const batchSize = 50;

export interface JudgedMail {
  readonly messageId: string;
  /** `selector result`, of each signature, judged when the mail arrived with what DNS showed then. */
  readonly signatures: readonly string[];
}

interface DomainShown {
  readonly id: string;
  readonly records: readonly { readonly record: string; readonly name: string; readonly value: string }[];
}

/**
 * Sends so many mails through a whole server to a receiver that verifies each with what the name server shows at that
 * moment. The key changes when a third of them has arrived. The name server shows exactly the records that the service asks for: once the
 * former key's record is no longer asked for it is gone, while mail still arrives.
 */
export async function rotateUnderLoad(mails: number): Promise<{
  readonly judged: readonly JudgedMail[];
  readonly rotated: { readonly exitCode: number | null; readonly stdout: string };
  readonly history: string;
}> {
  const nameServer = await startNameServer();
  const judged: JudgedMail[] = [];
  const sink = await startSmtpSink({
    async dot({ raw }) {
      judged.push(await judge(raw, nameServer));
      return '250 2.0.0 ok';
    },
  });
  const settings = {
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
    PREVERIFIED_DOMAINS: domain,
    DNS_SERVERS: nameServer.address,
    DKIM_GRACE_SECONDS: '2',
    DKIM_CHECK_SECONDS: '1',
    LOG_LEVEL: 'warn',
  };
  const server = await startServer({ env: settings });
  try {
    const { id } = await domainShown(server);
    await publishShown(server, nameServer);
    const arrived = (share: number) =>
      waitFor(
        async () => judged.length,
        (count) => count >= mails * share,
      );
    const sending = sendInBatches(server, mails);
    await arrived(1 / 3);
    const rotated = await posthorn(server.dataDir, ['dkim', 'rotate', domain], settings);
    // The former key's record is asked for until its time is over.
    const { records } = await waitFor(
      () => domainShown(server),
      (shown) => selectorsOf(shown).includes('posthorn4'),
    );
    await publishShown(server, nameServer);
    if (records.some(({ name }) => name.startsWith('posthorn.'))) throw new Error('the former record is still shown');
    await sending;
    await sendInBatches(server, batchSize);
    await waitFor(
      async () => judged.length,
      (count) => count >= mails + batchSize,
    );
    const { stdout: history } = await posthorn(server.dataDir, ['audit', id], settings);
    return { judged, rotated, history };
  } finally {
    await server.stop();
    await sink.close();
    await nameServer.close();
  }
}

async function judge(raw: Buffer, { address }: NameServer): Promise<JudgedMail> {
  const resolver = new Resolver();
  resolver.setServers([address]);
  const { results } = await dkimVerify(raw, { resolver: (name: string) => resolver.resolveTxt(name) });
  const messageId = /^message-id: (.*)$/im.exec(raw.toString('latin1'))?.[1]?.trim() ?? '';
  return { messageId, signatures: results.map(({ selector, status }) => `${selector} ${status.result}`) };
}

async function sendInBatches(server: RunningServer, mails: number): Promise<void> {
  for (let sent = 0; sent < mails; sent += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, mails - sent) }, (_, index) => ({
      from: `shop@${domain}`,
      to: `customer${sent + index}@example.net`,
      subject: `Order ${sent + index}`,
      text: 'Thank you.',
    }));
    const { status } = await ask(server, server.key, '/emails/batch', batch);
    if (status !== 200) throw new Error(`a batch was answered ${status}`);
  }
}

async function domainShown(server: RunningServer): Promise<DomainShown> {
  const { data } = (await ask(server, server.key, '/domains')).body as { data: { id: string; name: string }[] };
  const id = data.find(({ name }) => name === domain)?.id ?? '';
  return (await ask(server, server.key, `/domains/${id}`)).body as DomainShown;
}

const selectorsOf = ({ records }: DomainShown) =>
  records.filter(({ record }) => record === 'DKIM').map(({ name }) => name.split('.')[0] ?? '');

/** The name server shows the DKIM records that the service shows, and no others. */
async function publishShown(server: RunningServer, nameServer: NameServer): Promise<void> {
  const shown = await domainShown(server);
  const selectors = new Set(selectorsOf(shown));
  for (const { record, name, value } of shown.records) {
    if (record !== 'DKIM') continue;
    nameServer.publish(`${name.split('.')[0]}._domainkey.${domain}`, { TXT: [inStrings(value)] });
  }
  for (const selector of ['posthorn', 'posthorn2', 'posthorn3']) {
    if (!selectors.has(selector)) nameServer.remove(`${selector}._domainkey.${domain}`);
  }
}
