import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedRecord } from '../../../../src/application/sending-domain/records/expected-records.js';
import type { RecordFinding } from '../../../../src/application/sending-domain/records/finding.js';
import { mailPki } from '../../../support/mail-pki.js';
import { inStrings, type NameServer, startNameServer } from '../../../support/name-server.js';
import { type RunningServer, temporaryFolder } from '../../../support/server.js';
import { posthorn, type Ran } from '../setup.js';
import type { Beside } from './server.js';

interface Zone {
  readonly zone: string;
  readonly records: readonly ExpectedRecord[];
}

interface Checked {
  readonly verified: boolean;
  readonly records: readonly (ExpectedRecord & RecordFinding & { readonly words: readonly string[] })[];
  readonly dmarc: { readonly status: string; readonly words: readonly string[] };
}

const settings = {
  HELO_NAME: 'mx.posthorn.test',
  RETURN_PATH_HOST: 'bounces.{region}.posthorn.test',
  SPF_VALUE: 'v=spf1 ip4:192.0.2.25 ~all',
  REGIONS: 'us-east-1,eu-west-1',
  POSTHORN_TEST_DNS_TIMEOUT_MS: '2000',
  POSTHORN_TEST_DNS_TRIES: '2',
};

export const dns = (beside: Beside) =>
  describe('the records of a domain, from a terminal', () => {
    let server: RunningServer;
    let names: NameServer;
    let zone: Zone;

    const run = (...args: readonly string[]): Promise<Ran> =>
      posthorn(server.dataDir, ['dns', ...args], { ...settings, DNS_SERVERS: names.address });
    const check = async (exitCode: number): Promise<Checked> => {
      const ran = await run('check', 'mail.example.co.uk', '--json');
      expect(ran).toMatchObject({ exitCode, stderr: '' });
      return JSON.parse(ran.stdout) as Checked;
    };
    const publish = ({ name, type, value, priority = 0 }: ExpectedRecord): void => {
      if (type === 'MX') names.publish(name, { MX: [[priority, value]] });
      else if (type === 'TXT') names.publish(name, { TXT: [inStrings(value)] });
      else names.publish(name, { CNAME: [value] });
    };

    beforeAll(() => {
      server = beside.server();
    });

    beforeEach(async () => {
      names = await startNameServer({
        'example.co.uk': { NS: ['ns1.example.net'] },
        'bounces.us-east-1.posthorn.test': { A: ['192.0.2.25'] },
      });
      const ran = await run('zone', 'mail.example.co.uk', '--json');
      expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
      zone = JSON.parse(ran.stdout) as Zone;
    });
    afterEach(() => names.close());

    it('are printed as a zone file', async () => {
      const { exitCode, stdout } = await run('zone', 'Mail.Example.co.uk');
      expect(exitCode).toBe(0);
      const lines = stdout.split('\n');
      expect(lines).toContain('$ORIGIN example.co.uk.');
      expect(lines).toContain('send.mail.example.co.uk. IN MX 10 bounces.us-east-1.posthorn.test.');
      expect(lines).toContain('send.mail.example.co.uk. IN TXT "v=spf1 ip4:192.0.2.25 ~all"');
      expect(lines).toContain('; _dmarc.mail.example.co.uk. IN TXT "v=DMARC1; p=none;"');
      const keys = lines.filter((line) => /^\S+\._domainkey\.mail\.example\.co\.uk\. IN TXT "p=/.test(line));
      expect(keys.length).toBeGreaterThanOrEqual(1);
      for (const line of keys) {
        const strings = [...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
        expect(Math.max(...strings.map(({ length }) => length))).toBeLessThanOrEqual(255);
        expect(zone.records.map(({ value }) => value)).toContain(strings.join(''));
      }
    });

    it('are named as they are typed at the provider', () => {
      expect(zone.zone).toBe('example.co.uk');
      expect(zone.records.slice(0, 2).map(({ shownName }) => shownName)).toEqual(['send.mail', 'send.mail']);
    });

    it('are all missing at first, and told so with exit code 1', async () => {
      const checked = await check(1);
      expect(checked.verified).toBe(false);
      expect(new Set(checked.records.map(({ status }) => status))).toEqual(new Set(['missing']));
      expect(checked.records[0]?.words[0]).toContain('ns1.example.net');
      expect(checked.dmarc.status).toBe('missing');
    });

    it('are verified once they are published, and then DMARC alone is advised', async () => {
      for (const record of zone.records) publish(record);
      const checked = await check(0);
      expect(checked.verified).toBe(true);
      expect(checked.records.map(({ status, words }) => [status, words])).toEqual(
        zone.records.map(() => ['verified', []]),
      );
      expect(checked.dmarc.words.join(' ')).toContain('_dmarc.mail.example.co.uk');
    });

    it('need only those that are required', async () => {
      for (const record of zone.records.filter(({ required }) => required)) publish(record);
      expect((await check(0)).verified).toBe(true);
    });

    it('come with those by which senders prove the mail host, where the operator gave its certificate', async () => {
      const folder = temporaryFolder();
      const files = { SMTP_TLS_CERT: join(folder, 'cert.pem'), SMTP_TLS_KEY: join(folder, 'key.pem') };
      writeFileSync(files.SMTP_TLS_CERT, mailPki.certificate);
      writeFileSync(files.SMTP_TLS_KEY, mailPki.key);
      const env = { ...settings, ...files, INBOUND_PORT: '2525' };
      const ran = await posthorn(server.dataDir, ['dns', 'zone', 'mail.example.co.uk'], env);
      rmSync(folder, { recursive: true });
      expect(ran.stdout).toMatch(/^; _25\._tcp\.bounces\.us-east-1\.posthorn\.test\. IN TLSA 3 1 1 [0-9a-f]{64}$/m);
    });

    it('are told in words: what is there, what was expected, what to do', async () => {
      for (const record of zone.records) publish(record);
      names.publish('send.mail.example.co.uk', { MX: [[10, 'bounces.eu-west-1.posthorn.test']] });
      const { exitCode, stdout } = await run('check', 'mail.example.co.uk');
      expect(exitCode).toBe(1);
      expect(stdout).toContain('different  MX send.mail.example.co.uk');
      expect(stdout).toContain('expected 10 bounces.us-east-1.posthorn.test');
      expect(stdout).toContain('found    10 bounces.eu-west-1.posthorn.test');
      expect(stdout).toContain('This is the value for eu-west-1');
      expect(stdout).toMatch(/verified {3}TXT send\.mail\.example\.co\.uk/);
    });

    it('are not called missing where nobody answers', async () => {
      for (const record of zone.records) publish(record);
      names.fail('send.mail.example.co.uk', 'server-failure');
      const checked = await check(1);
      expect(checked.records.slice(0, 2).map(({ status }) => status)).toEqual(['unanswered', 'unanswered']);
      names.heal('send.mail.example.co.uk');
      await check(0);
    });

    it.each([
      ['zone', 'example.net', 1, 'No team has a domain example.net'],
      ['check', 'example.net', 1, 'No team has a domain example.net'],
      ['zone', 'posthorn.test', 1, 'posthorn.test is a sandbox domain'],
      ['zone', 'example', 64, 'at least two labels'],
    ])('dns %s %s ends with %i and a sentence', async (command, name, exitCode, words) => {
      const ran = await run(command, name);
      expect(ran).toMatchObject({ exitCode, stdout: '' });
      expect(ran.stderr).toContain(words);
    });
  });
