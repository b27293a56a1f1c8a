import { contactActivity } from '../../src/application/contact/contact-activity.js';
import type { Activity } from '../../src/domain/segment/activity.js';
import { SqliteReadStore } from '../../src/infrastructure/read-store/sqlite-read-store.js';
import { addressToken } from '../../src/projections/emails/email-tokens.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { idAt, positionAt, timeAt } from '../support/recorded-events.js';

const ann = 'ann@example.com';

const email = (number: number, to: readonly string[], more: object = {}) => ({
  id: idAt(number),
  teamId: 'a',
  createdAt: timeAt(number),
  recipients: to.map((address) => ({ address, status: 'delivered' })),
  tokens: to.map(addressToken),
  ...more,
});

async function activityOf(emails: readonly { readonly id: string }[], ...asked: readonly Activity[]) {
  const readStore = SqliteReadStore.open(':memory:');
  const position = positionAt(1);
  const stored = emails.map((document) => ({ id: document.id, position, document }));
  await readStore.apply(emailsProjection, stored, position);
  const found = await contactActivity({ readStore }, { teamId: 'a', email: 'Ann@example.com' }, new Set(asked));
  await readStore.close();
  return found;
}

describe('what somebody did with emails', () => {
  it('is the last time, also with an older email than the newest', async () => {
    const older = { openedAt: timeAt(90), clickedAt: timeAt(80) };
    const emails = [email(1, [ann], older), email(2, [ann], { openedAt: timeAt(50), clickedAt: timeAt(60) })];
    expect(await activityOf(emails, 'opened', 'clicked', 'delivered')).toEqual({
      opened: timeAt(90),
      clicked: timeAt(80),
      delivered: timeAt(2),
    });
  });

  it('is opened where a link was followed, though no picture was loaded', async () => {
    expect(await activityOf([email(1, [ann], { clickedAt: timeAt(60) })], 'opened')).toEqual({ opened: timeAt(60) });
  });

  it('has the links of all emails', async () => {
    const followed = (url: string) => ({ followed: [{ link: 0, url, at: timeAt(7) }] });
    const emails = [
      email(1, [ann], followed('https://example.com/a')),
      email(2, [ann], followed('https://example.com/b')),
    ];
    const { links = [] } = await activityOf(emails, 'clicked_link');
    expect(links.map(({ url }) => url).sort()).toEqual(['https://example.com/a', 'https://example.com/b']);
  });

  it('is not known of an email to several, which anyone of them may have opened', async () => {
    const emails = [email(1, [ann, 'bob@example.com'], { openedAt: timeAt(50), clickedAt: timeAt(60) })];
    expect(await activityOf(emails, 'opened', 'clicked', 'sent')).toEqual({ sent: timeAt(1) });
  });
});
