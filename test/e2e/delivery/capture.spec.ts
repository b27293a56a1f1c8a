import { readdirSync, readFileSync, statSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../../support/server.js';
import { type Posthorn, posthornAt } from './setup.js';

let server: RunningServer;
let posthorn: Posthorn;

beforeAll(async () => {
  server = await startServer({ env: { PREVERIFIED_DOMAINS: 'mail.example.com', LOG_LEVEL: 'warn' } });
  posthorn = posthornAt(server);
});
afterAll(() => server.stop());

const hello = { from: 'Shop <onboarding@resend.dev>', to: 'delivered@resend.dev', subject: 'Hello', html: '<p>Hi</p>' };

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('with the built-in catcher', () => {
  onLinux('what follows the log comes after requests where there are not enough cores', () => {
    const { pid } = server.process;
    const weights = readdirSync(`/proc/${pid}/task`).map((thread) => {
      // proc(5): `nice` is the 17th value behind the name.
      const values = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
      return { isMain: thread === String(pid), nice: Number(values?.[16]) };
    });
    // The suites may run behind others themselves.
    const own = getPriority();
    expect(weights.find(({ isMain }) => isMain)).toMatchObject({ nice: own });
    // Delivery, projections and the catcher; not the writers that an accept waits for.
    const behind = weights.map(({ nice }) => nice - own).filter((steps) => steps > 0);
    expect(behind).toEqual([5, 5, 5]);
  });

  it.each(['onboarding@resend.dev', 'shop@posthorn.test', 'Grüße <news@mail.example.com>'])(
    'the signature verifies with the key that the API shows: %s',
    async (from) => {
      const id = await posthorn.send({
        from,
        to: ['Änne <someone@example.com>'],
        subject: 'Grüße 🦉',
        html: `<p>${'long line '.repeat(300)}</p>\n.\n..dots   \n`,
        headers: { 'X-Long': 'word '.repeat(100).trim() },
      });
      await posthorn.until(id, 'delivered');
      const [message] = await posthorn.captured(id);
      const raw = Buffer.from(message!.raw);
      const domain = from.replace('>', '').split('@')[1];
      expect(await posthorn.verify(raw)).toEqual([{ domain, result: 'pass' }]);
      const altered = Buffer.from(message!.raw.replace(/^Subject: /m, 'Subject: not '));
      expect(await posthorn.verify(altered)).toEqual([{ domain, result: 'fail' }]);
    },
  );

  it.each(['bounced@resend.dev', 'bounced+label@posthorn.test'])('%s bounces', async (to) => {
    const id = await posthorn.send({ ...hello, to });
    const email = await posthorn.until(id, 'bounced');
    expect(email.recipients).toMatchObject([{ address: to, status: 'bounced', reply: { code: 550 } }]);
  });

  it('its files are for its own user alone, whatever the shell that started it says', () => {
    const open = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
      .map(({ name }) => name);
    expect(open).toEqual([]);
  });
});
