import { kidOf, plain } from '../../src/domain/shared/personal.js';
import type {
  WebhookEvent,
  WebhookRegistered,
  WebhookReplayRequested,
  WebhookTarget,
} from '../../src/domain/webhook/events.js';
import { maxReplays, webhook } from '../../src/domain/webhook/webhook.js';
import { recordedAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(webhook);
const teamId = '0195d6a0-0000-7000-8000-000000000001';
const otherTeam = '0195d6a0-0000-7000-8000-000000000002';
const kid = kidOf('0195d6a0-0000-7000-8000-000000000003', 0);
const target = (url: string, tags: WebhookTarget['tags'] = []) => plain<WebhookTarget>(kid, { url, headers: [], tags });
const settings = {
  target: target('https://app.example.com/hook'),
  events: ['email.sent'],
  domainIds: [],
  ordered: false,
  perSecond: null,
};
const registered: WebhookRegistered = {
  type: 'WebhookRegistered',
  data: { ...settings, webhookId: 'w1', teamId, secret: plain(kid, 'whsec_AAAA') },
};
const enabled: WebhookEvent = { type: 'WebhookEnabled', data: {} };
const disabled = (why: 'person' | 'failing' | 'gone' = 'person'): WebhookEvent => ({
  type: 'WebhookDisabled',
  data: { why },
});
const changed = (data: Partial<typeof settings>): WebhookEvent => ({
  type: 'WebhookChanged',
  data: { ...settings, ...data },
});
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: {} };
const replay = (replayId: string): WebhookReplayRequested => ({
  type: 'WebhookReplayRequested',
  data: { replayId, scope: { kind: 'failed', since: '2026-03-01T00:00:00.000Z' } },
});
const stopped = (replayId: string): WebhookEvent => ({ type: 'WebhookReplayStopped', data: { replayId } });

const register = { type: 'RegisterWebhook', webhook: registered.data } as const;
const change = (changes: Partial<typeof settings>) => ({ type: 'ChangeWebhook', teamId, changes }) as const;
const switchTo = (status: 'enabled' | 'disabled') => ({ type: 'ChangeWebhook', teamId, changes: {}, status }) as const;
const remove = { type: 'DeleteWebhook', teamId } as const;
const request = (replayId: string) => ({ type: 'RequestReplay', teamId, replay: replay(replayId).data }) as const;
const stop = (replayId: string) => ({ type: 'StopReplay', teamId, replayId }) as const;
const judgedSince = (at: string) =>
  ({ type: 'DisableFailingWebhook', why: 'failing', sinceMs: Date.parse(at) }) as const;

describe('a webhook', () => {
  it('is registered once', () => {
    given().when(register).then(registered);
    given(registered).when(register).thenNothing();
    given(registered, deleted).when(register).thenNothing();
  });

  it('gets hits of machines from when it asks for them until it does not', () => {
    const asked = { type: 'ChangeWebhook', teamId, changes: { machineHits: true } } as const;
    const data = { ...settings, machineHits: true };
    given(registered).when(asked).then({ type: 'WebhookChanged', data });
    given(registered, { type: 'WebhookChanged', data }).when(asked).thenNothing();
    given(registered, { type: 'WebhookChanged', data })
      .when({ ...asked, changes: { machineHits: false } })
      .then({ type: 'WebhookChanged', data: { ...settings, machineHits: false } });
    given(registered)
      .when({ ...asked, changes: { machineHits: false } })
      .thenNothing();
  });

  it('is changed in what is named, and not by what it already has', () => {
    given(registered)
      .when(change({ events: ['email.bounced'] }))
      .then(changed({ events: ['email.bounced'] }));
    given(registered).when(change({})).thenNothing();
    given(registered)
      .when(change({ target: target('https://app.example.com/hook') }))
      .thenNothing();
    given(registered, changed({ ordered: true }))
      .when(change({ ordered: true }))
      .thenNothing();
  });

  it('is disabled and enabled by a person, together with a change', () => {
    given(registered).when(switchTo('disabled')).then(disabled());
    given(registered, disabled()).when(switchTo('disabled')).thenNothing();
    given(registered, disabled('gone')).when(switchTo('enabled')).then(enabled);
    given(registered).when(switchTo('enabled')).thenNothing();
    given(registered, disabled())
      .when({ ...change({ ordered: true }), status: 'enabled' })
      .then(changed({ ordered: true }), enabled);
  });

  it('gets a new secret, and the one before signs for a day more', () => {
    const secret = plain(kid, 'whsec_BBBB');
    const rotated: WebhookEvent = {
      type: 'WebhookSecretRotated',
      data: { secret, previousUntil: '2026-03-03T10:00:00.000Z' },
    };
    given(registered)
      .when({ type: 'RotateWebhookSecret', teamId, secret, nowMs: Date.parse('2026-03-02T10:00:00.000Z') })
      .then(rotated);
    expect(given(registered, rotated).state).toMatchObject({
      webhook: { secret },
      previousSecret: { secret: registered.data.secret, until: '2026-03-03T10:00:00.000Z' },
    });
  });

  it('is deleted, and then there is none', () => {
    given(registered).when(remove).then(deleted);
    given(registered, deleted).when(remove).thenRefused('not-found');
    given(registered, deleted).when(switchTo('enabled')).thenRefused('not-found');
    given().when(remove).thenRefused('not-found');
  });

  it('does not exist for another team', () => {
    given(registered)
      .when({ ...remove, teamId: otherTeam })
      .thenRefused('not-found');
    given(registered)
      .when({ ...request('r1'), teamId: otherTeam })
      .thenRefused('not-found');
  });
});

describe('a webhook whose endpoint fails', () => {
  it('is disabled once', () => {
    given(registered).when(judgedSince('2026-03-02T10:00:00.000Z')).then(disabled('failing'));
    given(registered, disabled('failing')).when(judgedSince('2026-03-02T10:00:00.000Z')).thenNothing();
  });

  it('is said to keep failing once for each time that it does, and not where it is disabled', () => {
    const since = '2026-03-02T11:00:00.000Z';
    const note = (at: string) => ({ type: 'NoteKeptFailing', sinceMs: Date.parse(at) }) as const;
    const kept: WebhookEvent = { type: 'WebhookKeptFailing', data: { since } };
    const noted = recordedAt('2026-03-03T11:00:00.000Z', kept);
    const later = '2026-03-04T00:00:00.000Z';
    given(registered).when(note(since)).then(kept);
    given(registered, noted).when(note(since)).thenNothing();
    given(registered, noted)
      .when(note(later))
      .then({ ...kept, data: { since: later } });
    given(registered, disabled('failing')).when(note(since)).thenNothing();
    given(registered, recordedAt(later, disabled()), recordedAt(later, enabled)).when(note(since)).thenNothing();
  });

  it('is not judged by what was before a person enabled it or gave it another address', () => {
    const redirected = changed({ target: target('https://app.example.com/other') });
    const later = '2026-03-05T10:00:00.000Z';
    given(registered, disabled(), recordedAt(later, enabled))
      .when(judgedSince('2026-03-04T10:00:00.000Z'))
      .thenNothing();
    given(registered, recordedAt(later, redirected)).when(judgedSince('2026-03-04T10:00:00.000Z')).thenNothing();
    given(registered, recordedAt(later, redirected)).when(judgedSince(later)).then(disabled('failing'));
  });

  it('is judged by what was before another kind of change', () => {
    const tagged = target('https://app.example.com/hook', [{ name: 'kind', value: 'welcome' }]);
    for (const change of [{ ordered: true }, { target: tagged }]) {
      given(registered, recordedAt('2026-03-05T10:00:00.000Z', changed(change)))
        .when(judgedSince('2026-03-04T10:00:00.000Z'))
        .then(disabled('failing'));
    }
  });

  it('keeps the names of messages that were given up', () => {
    const messages = [{ messageId: 'msg_1', eventId: 'e1', type: 'email.sent', attempts: 8, why: 'retries' }] as const;
    given(registered)
      .when({ type: 'NoteExhausted', messages })
      .then({ type: 'WebhookMessagesExhausted', data: { messages } });
    given(registered).when({ type: 'NoteExhausted', messages: [] }).thenNothing();
  });
});

describe('a replay', () => {
  it('is requested once, and waits behind others', () => {
    given(registered).when(request('r1')).then(replay('r1'));
    given(registered, replay('r1')).when(request('r1')).thenNothing();
    given(registered, replay('r1')).when(request('r2')).then(replay('r2'));
  });

  it('is refused where nothing can be sent, and where too many wait', () => {
    given(registered, disabled()).when(request('r1')).thenRefused('disabled');
    const waiting = Array.from({ length: maxReplays }, (_, number) => replay(`r${number}`));
    given(registered, ...waiting)
      .when(request('another'))
      .thenRefused('too-many-replays');
  });

  it('is stopped by a person, and is over then', () => {
    given(registered, replay('r1')).when(stop('r1')).then(stopped('r1'));
    given(registered, replay('r1'), stopped('r1')).when(stop('r1')).thenRefused('unknown-replay');
    given(registered, replay('r1'), stopped('r1'))
      .when({ type: 'CompleteReplay', replayId: 'r1', sent: 3 })
      .thenNothing();
  });

  it('that ended two processes at one place is not begun there a third time', () => {
    const begin = { type: 'BeginReplay', replayId: 'r1', at: 'p1' } as const;
    const begun = (at: string): WebhookEvent => ({ type: 'WebhookReplayBegun', data: { replayId: 'r1', at } });
    const left: WebhookEvent = { type: 'WebhookReplayLeft', data: { replayId: 'r1' } };
    const asked = [registered, replay('r1'), replay('r2')] as const;
    given(...asked, begun('p1'))
      .when(begin)
      .then(begun('p1'));
    given(...asked, begun('p0'), begun('p1'))
      .when(begin)
      .then({ type: 'WebhookReplayStopped', data: { replayId: 'r1', because: 'ended-the-process' } });
    given(...asked, begun('p1'), begun('p1'), left)
      .when(begin)
      .then(begun('p1'));
    // The other replay of the endpoint has done nothing.
    given(...asked, begun('p1'), begun('p1'))
      .when({ ...begin, replayId: 'r2' })
      .then({ type: 'WebhookReplayBegun', data: { replayId: 'r2', at: 'p1' } });
    given(registered).when(begin).thenNothing();
  });

  it('is completed once', () => {
    const completed: WebhookEvent = { type: 'WebhookReplayCompleted', data: { replayId: 'r1', sent: 3 } };
    const complete = { type: 'CompleteReplay', replayId: 'r1', sent: 3 } as const;
    given(registered, replay('r1')).when(complete).then(completed);
    given(registered, replay('r1'), completed).when(complete).thenNothing();
  });

  it('ends with its endpoint', () => {
    given(registered, replay('r1'), replay('r2'))
      .when(switchTo('disabled'))
      .then(stopped('r1'), stopped('r2'), disabled());
    given(registered, replay('r1')).when(remove).then(stopped('r1'), deleted);
  });
});
