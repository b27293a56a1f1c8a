import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsentSheet } from '../../../../src/domain/consent-sheet/sheet.js';
import { type RunningServer, temporaryFolder } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { posthornAt } from '../../delivery/setup.js';
import { answerOf, ask, posthorn, rowsOf } from '../setup.js';
import type { Beside } from './server.js';

interface Verified {
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly issuedSeal: number | null;
  readonly facts: readonly { readonly event: string; readonly seal: number | null; readonly problem?: string }[];
  readonly isErased: boolean;
}

const address = 'ann@example.com';
const agent = 'A browser of Ann';
export const consent = (beside: Beside) =>
  describe('a sheet of consent', () => {
    const files = temporaryFolder();

    let server: RunningServer;
    beforeAll(() => {
      server = beside.server();
    });
    afterAll(() => rmSync(files, { recursive: true }));

    const sheetOf = (email: string) => answerOf<ConsentSheet>(server.dataDir, ['consent', 'sheet', email]);
    const verified = (file: string, exitCode = 0) =>
      answerOf<Verified>(server.dataDir, ['consent', 'verify', file], exitCode);
    const kept = (name: string, sheet: object): string => {
      const file = join(files, name);
      writeFileSync(file, JSON.stringify(sheet));
      return file;
    };

    /** What a program of the team said, then what the person chose on the page behind the link of an email. */
    async function annAnswers(): Promise<string> {
      const { body: topic } = await ask(server, server.key, '/topics', {
        name: 'Looms',
        default_subscription: 'opt_in',
      });
      const topicId = (topic as { id: string }).id;
      await ask(server, server.key, '/contacts', { email: address, topics: [{ id: topicId, subscription: 'opt_in' }] });
      const texts = { en: { title: 'Letters of the works', text: 'We are sorry to see you go.' } };
      const page = await fetch(`${server.url}/dashboard-api/unsubscribe-page`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ texts }),
      });
      expect(page.status).toBe(200);
      const works = posthornAt(server);
      const mailed = { from: 'Works <news@mail.example.com>', subject: 'News', text: 'Looms.', to: [address] };
      const emailId = await works.send({ ...mailed, topic_id: topicId });
      const message = await waitFor(
        async () => beside.relay.messages.find(({ recipients }) => recipients.some((each) => each.includes(address))),
        (found) => found !== undefined,
      );
      const link =
        /^List-Unsubscribe: *<([^>]+)>/m.exec((message?.raw.toString() ?? '').replace(/\r?\n[ \t]+/g, ' '))?.[1] ?? '';
      const url = `${server.url}${new URL(link).pathname}`;
      const form = /name="form" value="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? '';
      const left = await fetch(url, {
        method: 'POST',
        headers: { 'user-agent': agent },
        body: new URLSearchParams({ form }),
      });
      expect(left.status).toBe(200);
      return emailId;
    }

    let sheet: ConsentSheet;
    let emailId: string;
    beforeAll(async () => {
      emailId = await annAnswers();
      sheet = await waitFor(
        () => sheetOf(address),
        ({ facts }) => facts.every(({ seal }) => seal !== null),
      );
    });

    it('says each yes and no with its means, the page as it was shown, and its place in the sealed log', () => {
      expect(sheet).toMatchObject({ object: 'consent_sheet', address, secret: expect.stringMatching(/^.{43}$/) });
      const place = {
        event: { stream: `contact-${sheet.contact_ids[0]}`, digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        seal: { number: expect.any(Number), root: expect.stringMatching(/^[0-9a-f]{64}$/) },
      };
      expect(sheet.facts).toMatchObject([
        { answer: 'yes', topic: { name: 'Looms' }, means: 'api-key', by: { kind: 'api-key' }, shown: null, ...place },
        {
          answer: 'no',
          topic: { name: 'Looms' },
          means: 'page',
          email_id: emailId,
          shown: {
            version: '1.1.en',
            title: 'Letters of the works',
            text: 'We are sorry to see you go.',
            words: expect.arrayContaining(['Unsubscribe from “Looms”?', 'Unsubscribe']),
          },
          visitor: { ip: '127.0.0.1', user_agent: agent },
          ...place,
        },
      ]);
    });

    it('is one file for people and for programs, and no file is written over', async () => {
      const file = join(files, 'consent.html');
      const ran = await posthorn(server.dataDir, ['consent', 'sheet', address, '--out', file]);
      expect(ran).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`Sheet with 2 entries written to ${file}.`),
      });
      const html = readFileSync(file, 'utf8');
      expect(html).toContain('<dd>Letters of the works\nWe are sorry to see you go.\nUnsubscribe from “Looms”?');
      expect(await verified(file)).toMatchObject({ ok: true });
      const again = await posthorn(server.dataDir, ['consent', 'sheet', address, '--out', file]);
      expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('could not be written') });
      const nowhere = await posthorn(server.dataDir, ['consent', 'sheet', address]);
      expect(nowhere).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('--out') });
    });

    it('is issued in the dashboard too, and the log says so without naming the person', async () => {
      const path = `/dashboard-api/contacts/${sheet.contact_ids[0]}/consent-sheet`;
      const { status, body } = await ask(server, server.key, path, {});
      const issued = body as { readonly id: string; readonly sheet: ConsentSheet; readonly html: string };
      expect(status).toBe(200);
      expect(issued.sheet.facts.map(({ event }) => event)).toEqual(sheet.facts.map(({ event }) => event));
      const { entries } = await answerOf<{ entries: readonly object[] }>(server.dataDir, ['audit', issued.id]);
      expect(entries).toMatchObject([
        { type: 'ConsentSheetIssued', summary: 'Consent sheet issued, with 2 facts', actor: { kind: 'api-key' } },
      ]);
      const inLog = rowsOf<{ data: Buffer | string }>(
        server.dataDir,
        'eventlog.sqlite',
        "SELECT data FROM events WHERE type = 'ConsentSheetIssued'",
      );
      for (const { data } of inLog) expect(String(data)).not.toMatch(/ann|example|secret/);
    });

    it('says what a form asked, in the language in which it was shown', async () => {
      const { body: topic } = await ask(server, server.key, '/topics', {
        name: 'Mills',
        default_subscription: 'opt_out',
      });
      const topics = [{ topic_id: (topic as { id: string }).id, double_opt_in: false }];
      const own = { title: null, text: 'Ein Brief im Monat.', button: 'Gern', thanks: null };
      const form = { name: 'Footer', topics, texts: { de: own } };
      const { body } = await ask(server, server.key, '/dashboard-api/forms', form);
      const { id } = body as { id: string };
      const email = 'joan@example.com';
      const url = `${server.url}/subscribe/${id}`;
      const headers = { 'accept-language': 'de' };
      const page = await (await fetch(url, { headers })).text();
      const token = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
      const said = new URLSearchParams({ form: token, email });
      expect((await fetch(url, { method: 'POST', headers, body: said })).status).toBe(200);
      const joined = await sheetOf(email);
      expect(joined.facts).toMatchObject([
        {
          answer: 'yes',
          topic: { name: 'Mills' },
          means: 'form',
          form_id: id,
          shown: {
            language: 'de',
            title: 'Letters of the works',
            text: 'Ein Brief im Monat.',
            words: ['„Mills“ per Mail bekommen.', 'Mail-Adresse', 'Gern'],
          },
        },
      ]);
      expect(await verified(kept('joined.json', joined))).toMatchObject({ ok: true });
    });

    it.each([
      ['an address', { address: 'bob@example.com' }],
      ['an answer', { facts: [] }],
      ['the secret', { secret: 'A'.repeat(43) }],
      ['the signature', { signature: 'A'.repeat(86) }],
    ])('is not proven with another value for %s', async (_what, changes) => {
      const found = await verified(kept('tampered.json', { ...sheet, ...changes }), 1);
      expect(found).toMatchObject({
        ok: false,
        problems: expect.arrayContaining([expect.stringContaining('changed')]),
      });
    });

    it('is not proven where a fact is not in the log', async () => {
      const [first, second] = sheet.facts;
      const facts = [
        { ...first, answer: 'no' },
        { ...second, event: { ...second?.event, revision: 99 } },
      ];
      const file = kept('other.json', { ...sheet, facts });
      const found = await verified(file, 1);
      expect(found.facts).toMatchObject([
        { problem: 'the event there says something else' },
        { problem: expect.stringContaining('has no event at revision 99') },
      ]);
      const { stdout } = await posthorn(server.dataDir, ['consent', 'verify', file]);
      expect(stdout).toContain('NOT PROVEN: the event there says something else');
    });

    it('is not taken from a file that holds none', async () => {
      const ran = await posthorn(server.dataDir, ['consent', 'verify', kept('none.json', { object: 'other' })]);
      expect(ran).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('is no sheet of consent') });
    });

    it('is proven after the person was erased; a new one then says what the log still knows', async () => {
      const file = kept('before.json', sheet);
      expect((await posthorn(server.dataDir, ['erase', '--yes', address])).exitCode).toBe(0);
      const found = await waitFor(
        () => verified(file),
        ({ issuedSeal }) => issuedSeal !== null,
      );
      expect(found).toEqual({
        ok: true,
        id: sheet.id,
        problems: [],
        issuedSeal: expect.any(Number),
        facts: sheet.facts.map(({ event, seal }) => ({ event: event.id, seal: seal?.number })),
        isErased: true,
      });
      const { stdout } = await posthorn(server.dataDir, ['consent', 'verify', file]);
      expect(stdout).toContain('The person was erased. Only this sheet still identifies the person.');
      const after = await sheetOf(address);
      expect(after.facts.map(({ visitor }) => visitor)).toEqual([null, 'erased']);
      expect(await verified(kept('after.json', after))).toMatchObject({ ok: true, isErased: true });
    });
  });
