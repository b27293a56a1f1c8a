import { ask, spawned as posthorn } from '../e2e/cli/setup.js';
import {
  askingSettings,
  mailHost,
  publishShown,
  type ShownRecord,
  startDomainServer,
} from '../support/domain-server.js';
import { rotateUnderLoad, rotationVerdicts } from '../support/rotation-under-load.js';
import { describeOverEngines } from './cli-setup.js';

const name = 'shop.example.com';

describeOverEngines('domains on shared engines', (engines) => {
  it('have their records printed, checked and rotated from a terminal beside a server', async () => {
    const running = await startDomainServer({ engines: engines().env });
    try {
      const { server, names } = running;
      const settings = {
        ...engines().env,
        ...askingSettings(names),
        HELO_NAME: mailHost,
        SPF_VALUE: `v=spf1 a:${mailHost} ~all`,
      };
      const run = (...args: readonly string[]) => posthorn(server.dataDir, args, settings);
      expect(await ask(server, server.key, '/domains', { name })).toMatchObject({ status: 201 });
      expect(await run('dns', 'check', name)).toMatchObject({ exitCode: 1 });
      expect(await run('dkim', 'rotate', name)).toMatchObject({
        exitCode: 1,
        stdout: expect.stringContaining('DNS does not show posthorn2._domainkey.shop.example.com'),
      });
      const zone = await run('dns', 'zone', name, '--json');
      const { records } = JSON.parse(zone.stdout) as { records: (ShownRecord & { shownName: string })[] };
      publishShown(
        names,
        records.map((record) => ({ ...record, name: record.shownName })),
      );
      expect(await run('dns', 'check', name)).toMatchObject({ exitCode: 0 });
      expect(await run('dkim', 'rotate', name)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('posthorn2._domainkey.shop.example.com signs from now on'),
      });
    } finally {
      await running.close();
    }
  });

  it('change their keys while mail is sent: both signatures of every mail verify when it arrives', async () => {
    const { verdicts, rotated } = await rotateUnderLoad(200, engines().env);
    expect(rotated).toMatchObject({ exitCode: 0 });
    expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
  });
});
