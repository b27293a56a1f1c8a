import {
  rebuildInWords,
  type RebuildStep,
  watchRebuild,
} from '../../../src/infrastructure/projection-runner/rebuild-watch.js';

const of = { projection: 'emails@4', resumed: false };

/** Pages of so many events, each so many milliseconds after the one before it. */
function told(pages: readonly (readonly [events: number, atEnd: boolean, laterMs: number])[]) {
  const steps: RebuildStep[] = [];
  let now = 1_000;
  const watch = watchRebuild(
    of,
    (step) => steps.push(step),
    () => now,
  );
  const goesOn = pages.map(([events, atEnd, laterMs]) => {
    now += laterMs;
    return watch(events, atEnd);
  });
  return { goesOn, steps: steps.map(({ state, events, tookMs }) => [state, events, tookMs]) };
}

describe('the building of a read model', () => {
  it('is told when it begins, every minute, and when it has caught up', () => {
    const { steps, goesOn } = told([
      [500, false, 2_000],
      [500, false, 59_000],
      [500, false, 1_000],
      [500, false, 60_000],
      [40, true, 5_000],
    ]);
    expect(steps).toEqual([
      ['begun', 500, 2_000],
      ['running', 1_500, 62_000],
      ['running', 2_000, 122_000],
      ['ended', 2_040, 127_000],
    ]);
    expect(goesOn).toEqual([true, true, true, true, false]);
  });

  it('is not told where one page was enough', () => {
    expect(told([[40, true, 10]])).toEqual({ goesOn: [false], steps: [] });
  });

  it('says why, of a new read model and of one that goes on', () => {
    const step = { state: 'begun', ...of, events: 500, tookMs: 20 } as const;
    expect(rebuildInWords(step)).toEqual({
      fields: { projection: 'emails@4', events: 500, tookMs: 20 },
      message:
        'a read model is built from the log, because it is new in this version or its documents are gone: lists are incomplete until then',
    });
    expect(rebuildInWords({ ...step, resumed: true }).message).toMatch(/^a read model is behind the log/);
  });
});
