import type { Position } from '../../../src/domain/shared/recorded.js';
import { EndpointTracker } from '../../../src/application/webhook/endpoint-tracker.js';

const at = (number: number): Position => String(number).padStart(20, '0') as Position;
const failedAt = '2026-01-02T00:00:00.000Z';

function trackerOf(report: Partial<ConstructorParameters<typeof EndpointTracker>[1]> = {}) {
  let nowMs = 0;
  const ports = {
    clock: { monotonicMs: () => nowMs },
    tail: { reached: (position: Position | undefined) => position },
  };
  const nothing = { position: undefined, failingSince: null, replays: new Map() };
  return { tracker: new EndpointTracker(ports, { ...nothing, ...report }), pass: (ms: number) => (nowMs += ms) };
}

describe('the tracker of an endpoint', () => {
  it('stays where the oldest event is that is under way, also once the run is over', () => {
    const { tracker } = trackerOf({ position: at(1) });
    const watermark = tracker.begin(at(2), 0);
    watermark.begin(at(3));
    watermark.begin(at(4))();
    expect(tracker.position()).toBe(at(2));
    tracker.end();
    expect(tracker.position()).toBe(at(2));
  });

  it('counts no failure from before a person switched the endpoint on or redirected it', () => {
    const { tracker } = trackerOf({ failingSince: failedAt });
    expect(tracker.failingSince()).toBe(failedAt);
    tracker.begin(at(1), Date.parse(failedAt) + 1);
    expect(tracker.failingSince()).toBeNull();
    const again = '2026-01-03T00:00:00.000Z';
    expect(tracker.noteFailed(again, true)).toBe(again);
    tracker.noteDelivered();
    expect(tracker.failingSince()).toBeNull();
  });

  it('tries no message again that is under way, or that had a later attempt than its document shows', async () => {
    const { tracker } = trackerOf();
    let end: () => void = () => undefined;
    const retried = tracker.retrying('msg_1', new Promise((resolve) => (end = resolve)));
    expect(tracker.mayRetry('msg_1', 1)).toBe(false);
    tracker.noteAttempt('msg_1', 2);
    end();
    await retried;
    expect(tracker.mayRetry('msg_1', 1)).toBe(false);
    expect(tracker.mayRetry('msg_1', 2)).toBe(true);
    expect(tracker.retries()).toEqual([]);
  });

  it('knows how long ago an attempt was written down that is made again', () => {
    const { tracker, pass } = trackerOf();
    expect(tracker.sinceRetryingMs()).toBe(Number.POSITIVE_INFINITY);
    tracker.noteFailed(failedAt, false);
    expect(tracker.sinceRetryingMs()).toBe(Number.POSITIVE_INFINITY);
    tracker.noteFailed(failedAt, true);
    pass(20);
    expect(tracker.sinceRetryingMs()).toBe(20);
  });

  it('forgets replays that its stream does not ask for any more', () => {
    const progress = { position: at(1), sent: 1, failed: 0 };
    const { tracker } = trackerOf({
      replays: new Map([
        ['r1', progress],
        ['r2', progress],
      ]),
    });
    expect(tracker.replayProgress().map(({ replayId }) => replayId)).toEqual(['r1', 'r2']);
    tracker.request([{ replayId: 'r2', scope: { kind: 'message', messageId: 'msg_1' }, until: at(9) } as never]);
    expect(tracker.replayProgress()).toEqual([{ replayId: 'r2', ...progress }]);
  });
});
