import type { AcceptAbandoned } from '../../src/domain/shared/accepted-email.js';
import type { SubmissionAccepted } from '../../src/domain/submission/events.js';
import { idempotencyRetentionMs, storedAnswer, submission } from '../../src/domain/submission/submission.js';
import { givenAt, recordedAt, specOf } from '../support/decider-spec.js';
import { after } from '../support/email-facts.js';

const { given } = specOf(submission);

function answered(payloadHash: string | null, emailId = 'e1'): SubmissionAccepted {
  return {
    type: 'SubmissionAccepted',
    data: { kind: 'single', payloadHash, emailIds: [emailId], emails: [], errors: null },
  };
}
const accept = (event: SubmissionAccepted, nowMs = Date.parse(givenAt), abandonmentsSeen = 0) =>
  ({ type: 'AcceptSubmission', submission: event.data, nowMs, abandonmentsSeen }) as const;
const abandon = { type: 'AbandonSubmission', reason: 'append-unknown' } as const;
const abandoned: AcceptAbandoned = { type: 'AcceptAbandoned', data: { reason: 'append-unknown' } };
const dayLater = Date.parse(after(idempotencyRetentionMs));

describe('a submission', () => {
  it('is accepted under a key that nobody used', () => {
    given()
      .when(accept(answered('hash-1')))
      .then(answered('hash-1'));
  });

  it('is a repeat with the same payload, and a conflict with another one', () => {
    given(answered('hash-1'))
      .when(accept(answered('hash-1', 'e2')))
      .thenRefused('repeated');
    given(answered('hash-1'))
      .when(accept(answered('hash-2', 'e2')))
      .thenRefused('payload-differs');
  });

  it('is remembered for 24 hours by the time of its event', () => {
    const state = given(answered('hash-1'));
    state.when(accept(answered('hash-2', 'e2'), dayLater - 1)).thenRefused('payload-differs');
    state.when(accept(answered('hash-2', 'e2'), dayLater)).then(answered('hash-2', 'e2'));
    expect(storedAnswer(state.state, dayLater - 1)).toStrictEqual(answered('hash-1').data);
    expect(storedAnswer(state.state, dayLater)).toBeUndefined();
  });

  it('gives the last answer where the key was used again', () => {
    const again = given(answered('hash-1'), recordedAt(after(idempotencyRetentionMs), answered('hash-2', 'e2')));
    expect(storedAnswer(again.state, dayLater)).toStrictEqual(answered('hash-2', 'e2').data);
  });

  it('can be abandoned before it stands, once, and not after', () => {
    given().when(abandon).then(abandoned);
    given(abandoned).when(abandon).thenNothing();
    given(answered('hash-1')).when(abandon).thenRefused('already-accepted');
  });

  it('is marked wherever entries that it does not list are removed: their writer expects what was before', () => {
    const unlisted = { type: 'AbandonUnlisted' } as const;
    const marked: AcceptAbandoned = { type: 'AcceptAbandoned', data: { reason: 'orphan-sweep' } };
    given().when(unlisted).then(marked);
    given(abandoned).when(unlisted).then(marked);
    const answeredState = given(answered('hash-1'), marked);
    answeredState.when(unlisted).then(marked);
    expect(storedAnswer(answeredState.state, dayLater - 1)).toStrictEqual(answered('hash-1').data);
  });

  it('is refused where it was abandoned after its keys were written, and accepted where before', () => {
    given(abandoned)
      .when(accept(answered('hash-1'), Date.parse(givenAt), 0))
      .thenRefused('accept-abandoned');
    given(abandoned)
      .when(accept(answered('hash-1'), Date.parse(givenAt), 1))
      .then(answered('hash-1'));
  });

  it('answers a repeat although an abandonment lies before it', () => {
    given(abandoned, answered('hash-1'))
      .when(accept(answered('hash-1', 'e2')))
      .thenRefused('repeated');
  });
});
