import { handle, load } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import type { EmailAccepted, EmailBounced } from '../../../src/domain/email/events.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { loadConfig } from '../../../src/infrastructure/config/config.js';
import { provenanceOf, withExisting } from '../../../src/programs/cli/shared/installation.js';
import { recordingEvents } from '../../support/recording-events.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf, ask, deliver, mail, personal, posthorn, serversOfTheTest } from './setup.js';

interface Rejudged {
  readonly checked: number;
  readonly wrong: readonly { readonly id: string; readonly address: string; readonly replies: readonly object[] }[];
  readonly removed: readonly string[];
}
interface Activity {
  readonly activity: readonly object[];
}

const start = serversOfTheTest();

/** A refusal at MAIL, as a server with rules of before recorded it. */
async function recordOldBounce(dataDir: string, emailId: string): Promise<void> {
  await withExisting(loadConfig({ DATA_DIR: dataDir }), async ({ ports }) => {
    const stream = streamName('email', emailId);
    const { events } = await load(ports, email, stream, true);
    const opening = events[0]?.event as EmailAccepted;
    const { kid } = opening.data.recipients[0]!.mailbox;
    const detail = plain(kid, { text: '5.1.1 <onboarding@resend.dev>: sender unknown', host: 'mx.example.net' });
    const reply = { step: 'mail', code: 550, enhancedCode: '5.1.1', detail } as const;
    const bounce = { retry: false, bounceType: 'Permanent', bounceSubType: 'NoEmail' } as const;
    const judgement = { rules: 2, kind: 'no-mailbox', fault: 'recipient', suppress: 'at-once', ...bounce } as const;
    const data = { attemptId: emailId, recipient: 0, destination: 'a', reply, judgement, answeredBy: 'mx' } as const;
    const event: EmailBounced = { type: 'EmailBounced', data };
    const teamId = events[0]?.metadata.teamId ?? null;
    const provenance = provenanceOf('a server of before', ports, teamId);
    await handle(ports, recordingEvents, stream, event, provenance, { personal: true });
  });
}

const listed = async (server: RunningServer): Promise<readonly object[]> => {
  const { body } = await ask(server, server.key, '/suppressions');
  return (body as { data: readonly object[] }).data;
};

describe('posthorn suppressions rejudge', () => {
  it('shows whom older rules put on the list by mistake, and takes them off when a person says so', async () => {
    const dataDir = temporaryFolder();
    const server = await start(dataDir);
    const emailId = await deliver(server, mail);
    await recordOldBounce(dataDir, emailId);
    await waitFor(
      () => listed(server),
      (list) => list.length === 1,
    );

    const proposed = await answerOf<Rejudged>(dataDir, ['suppressions', 'rejudge']);
    expect(proposed).toMatchObject({
      rules: 8,
      checked: 1,
      unknown: 0,
      wrong: [
        {
          address: personal.address,
          replies: [
            {
              emailId,
              step: 'mail',
              code: 550,
              was: { rules: 2, kind: 'no-mailbox', suppress: 'at-once' },
              is: { rules: 8, kind: 'config', suppress: 'never' },
            },
          ],
        },
      ],
      removed: [],
    });
    const { stdout } = await posthorn(dataDir, ['suppressions', 'rejudge']);
    expect(stdout).toContain('Nothing was changed: run it again with --yes to remove it.');
    expect(await listed(server)).toHaveLength(1);

    const removed = await answerOf<Rejudged>(dataDir, ['suppressions', 'rejudge', '--yes']);
    expect(removed.removed).toEqual(proposed.wrong.map(({ id }) => id));
    await waitFor(
      () => listed(server),
      (list) => list.length === 0,
    );
    const { activity } = await answerOf<Activity>(dataDir, ['activity', '--kind', 'suppression', '--actor', 'cli']);
    expect(activity).toHaveLength(1);
    await server.stop();
    expect(await answerOf<Rejudged>(dataDir, ['suppressions', 'rejudge'])).toMatchObject({ checked: 0, wrong: [] });
  });
});
