import { email } from '../../../src/domain/email/email.js';
import { kinds } from '../../../src/domain/email/judging/judgement.js';
import { judgeReply } from '../../../src/domain/email/judging/judge-reply.js';
import { specOf } from '../../support/decider-spec.js';
import { accepted, after, canceled, deferred, delivered, reply, started, unknown } from '../../support/email-facts.js';

const { given } = specOf(email);
const mail = accepted(['one.test']);
const answered = reply(550, 'rcpt');
const judgement = judgeReply({ step: 'rcpt', code: 550, enhancedCode: '5.1.1', text: 'User unknown', recipients: 1 });
const report = (recipient = 0) =>
  ({ type: 'RecordReport', reportId: 'r1', failures: [{ recipient, reply: answered, judgement }], notes: [] }) as const;
const outcome = { attemptId: 'r1', recipient: 0, destination: 'one.test', reply: answered };
const bounced = { type: 'EmailBounced', data: { ...outcome, judgement, answeredBy: 'report' } } as const;
const claimed = started('a1', [0], ['one.test']);

describe('a report that comes back', () => {
  it('says that an email has bounced that was delivered', () => {
    expect(kinds[judgement.kind].fault).toBe('recipient');
    given(mail, claimed, delivered('a1', 0, 'one.test'))
      .when(report())
      .then(bounced);
  });

  it('is noted once where it decides nothing, of a recipient whom it may have reached', () => {
    const note = { recipient: 0, what: 'delayed', reply: null } as const;
    const command = { type: 'RecordReport', reportId: 'r1', failures: [], notes: [note] } as const;
    const noted = { type: 'DeliveryReported', data: { ...note, destination: 'one.test' } } as const;
    given(mail, claimed, delivered('a1', 0, 'one.test'))
      .when(command)
      .then(noted);
    given(mail, claimed, delivered('a1', 0, 'one.test'), noted)
      .when(command)
      .thenNothing();
    given(mail).when(command).thenNothing();
  });

  it('says it of one whose outcome was unknown, and that goes out no more', () => {
    const due = given(mail, claimed, unknown('a1', [0], ['one.test'], [{ recipient: 0, dueAt: after(60_000) }]));
    due.when(report()).then(bounced);
    expect(email.evolve(due.state, bounced, '2026-03-02T10:00:00.000Z')).toMatchObject({
      recipients: [{ status: 'bounced' }],
    });
  });

  it('says nothing twice, nothing of a recipient who was never sent anything, and of none who is not there', () => {
    given(mail, claimed, delivered('a1', 0, 'one.test'), bounced)
      .when(report())
      .thenNothing();
    given(mail).when(report()).thenNothing();
    given(mail, claimed, deferred('a1', 0, 'one.test', after(60_000)))
      .when(report())
      .thenNothing();
    given(mail, canceled(['one.test']))
      .when(report())
      .thenNothing();
    given(mail, claimed, delivered('a1', 0, 'one.test'))
      .when(report(7))
      .thenNothing();
  });
});
