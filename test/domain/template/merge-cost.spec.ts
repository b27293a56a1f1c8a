import { BudgetExceeded } from '../../../src/domain/shared/cost-budget.js';
import type { TemplateContent, TemplateVariable } from '../../../src/domain/template/content.js';
import {
  checkMergeCost,
  merged,
  mergedLine,
  mergeValues,
  mostMergedCharacters,
  tryValues,
} from '../../../src/domain/template/merge.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';

const contentOf = (html: string, more: Partial<TemplateContent> = {}): TemplateContent => ({
  ...{ from: null, replyTo: null, subject: null, text: '', isTextDerived: false, variables: [], html },
  ...findPlaces(html),
  ...more,
});
const json = (key: string, type: 'object' | 'list', fallback: object | null = null): TemplateVariable => ({
  key,
  type,
  fallback,
});
const tooLarge = { refused: 'merged-too-large', mostCharacters: mostMergedCharacters };

describe('places times values', () => {
  it.each([
    ['a value in many places', contentOf('{{{A}}}'.repeat(5_000)), { A: 'x'.repeat(2_000) }],
    ['what grows as it is escaped', contentOf('{{{A}}}'.repeat(1_000)), { A: '"'.repeat(2_000) }],
    ['what grows in a URL', contentOf('<a href="https://a.test/{{{A}}}">x</a>'.repeat(200)), { A: '✓'.repeat(2_000) }],
    ['values of a text', contentOf('', { text: '{{{A}}} '.repeat(5_000) }), { A: 'x'.repeat(2_000) }],
    [
      'html and text together',
      contentOf('{{{A}}}'.repeat(800), { text: '{{{A}}} '.repeat(800) }),
      { A: 'x'.repeat(2_000) },
    ],
    [
      'an object',
      contentOf('{{{A}}}'.repeat(100), { variables: [json('A', 'object')] }),
      { A: { a: 'x'.repeat(50_000) } },
    ],
    ['a list', contentOf('{{{A}}}'.repeat(100), { variables: [json('A', 'list')] }), { A: ['x'.repeat(50_000)] }],
    ['more places than there may be', contentOf('{{{A}}}'.repeat(10_001)), { A: 'x' }],
  ])('are worked out before anything is made: %s', (_, content, values) => {
    expect(mergeValues(content, values, {})).toEqual(tooLarge);
    // Also where it was accepted before it was worked out, and where only a preview asks.
    const { values: found } = tryValues(content, values, {});
    expect(() => merged(content, found)).toThrow(BudgetExceeded);
  });

  it.each([
    ['a large template', contentOf('x'.repeat(1_000_000), { text: 'x'.repeat(1_000_000) }), {}],
    ['many places', contentOf('{{{A}}}'.repeat(5_000)), { A: 'x'.repeat(500) }],
    ['a long list once', contentOf('{{{A}}}', { variables: [json('A', 'list')] }), { A: ['x'.repeat(90_000)] }],
  ])('leave room for honest ones: %s', (_, content, values) => {
    const found = mergeValues(content, values, {});
    expect(found).toHaveProperty('values');
    expect(() => checkMergeCost(content)).not.toThrow();
  });

  it('are refused when they are written, where fallbacks and places say it alone', () => {
    const fallback = { key: 'A', type: 'string', fallback: 'x'.repeat(2_000) } as const;
    for (const content of [
      contentOf('{{{A}}}'.repeat(5_000), { variables: [fallback] }),
      contentOf('{{{A}}}'.repeat(10_001)),
      contentOf(`<a title="{{{A|${'"'.repeat(10)}}}}">`.replaceAll('"'.repeat(10), "'".repeat(100)).repeat(9_000)),
    ]) {
      expect(() => checkMergeCost(content)).toThrow(BudgetExceeded);
    }
  });

  it('bound a single value, whatever its type', () => {
    const long = { A: ['x'.repeat(100_000)] };
    const content = contentOf('{{{A}}}', { variables: [json('A', 'list')] });
    expect(mergeValues(content, long, {})).toMatchObject({ refused: 'wrong-variable', variable: 'A' });
  });

  it('cut a line of a header where no line is longer', () => {
    expect(mergedLine({ variables: [] }, '{{{A}}}'.repeat(100), { A: 'x'.repeat(2_000) })).toHaveLength(998);
    expect(mergedLine({ variables: [] }, '{{{A}}}', { A: `${'x'.repeat(997)}😀` })).toBe(`${'x'.repeat(997)} `);
  });

  it.each([
    ['html', contentOf('<a href="https://a.test/{{{A}}}">x</a>'.repeat(10_000))],
    ['a text', contentOf('', { text: '{{{A}}}'.repeat(10_000) })],
    ['names', contentOf('', { text: Array.from({ length: 10_000 }, (_, at) => `{{{A${at}|x}}} `).join('') })],
  ])('are looked at once for all the people that it is filled in for: %s', (_, content) => {
    mergeValues(content, { A: 'x' }, {});
    const before = process.cpuUsage();
    for (let person = 0; person < 50; person += 1) mergeValues(content, { A: `${person}` }, {});
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_500);
  });

  it('take no longer than their places, with a value within a long word before each', () => {
    const content = contentOf('', { text: '{{{A}}}'.repeat(5_000) });
    // Time of the processor: a wall clock would judge the machine.
    const before = process.cpuUsage();
    expect(mergeValues(content, { A: 'x' }, {})).toEqual({ values: { A: 'x' } });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
