import { pauseOf, queue } from '../../src/domain/queue/queue.js';
import { givenAt, specOf } from './../support/decider-spec.js';

const { given } = specOf(queue);
const nowMs = Date.parse(givenAt);
const relay = { kind: 'mx-set', name: 'relay' } as const;
const shop = { kind: 'destination', name: 'shop.test' } as const;
const reason = 'they asked for a break';
const paused = (target: typeof relay | typeof shop, until: string | null = null) =>
  ({ type: 'QueuePaused', data: { ...target, reason, until } }) as const;
const resumed = (target: typeof relay | typeof shop) =>
  ({ type: 'QueueResumed', data: { ...target, reason: null } }) as const;
const later = '2026-03-02T10:05:00.000Z';

describe('what people have paused', () => {
  it('is written once, and again where the reason or the end differs', () => {
    given().when({ type: 'PauseQueue', target: relay, reason, until: null }).then(paused(relay));
    given(paused(relay)).when({ type: 'PauseQueue', target: relay, reason, until: null }).thenNothing();
    given(paused(relay)).when({ type: 'PauseQueue', target: relay, reason, until: later }).then(paused(relay, later));
  });

  it('is resumed only while it is paused', () => {
    const resume = { type: 'ResumeQueue', target: relay, reason: null, nowMs } as const;
    given(paused(relay)).when(resume).then(resumed(relay));
    given(paused(shop)).when(resume).thenRefused('not-paused');
    given(paused(relay), resumed(relay)).when(resume).thenRefused('not-paused');
    given(paused(relay, later))
      .when({ ...resume, nowMs: Date.parse(later) })
      .thenRefused('not-paused');
  });

  it('keeps back what goes over the MX set or to the domain, until its end', () => {
    const { state } = given(paused(relay, later), paused(shop));
    const over = (destination: string, mxSet: string | null, atMs = nowMs) =>
      pauseOf(state, { destination, mxSet }, atMs)?.name;
    expect(over('other.test', 'relay')).toBe('relay');
    expect(over('other.test', 'relay', Date.parse(later))).toBeUndefined();
    expect(over('shop.test', null)).toBe('shop.test');
    // A domain by the name of an MX set is none.
    expect(over('relay', 'shop.test')).toBeUndefined();
  });
});
