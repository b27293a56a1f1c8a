import { merged, mergedLine } from '../../../src/domain/template/merge.js';
import { conditionsIn, sectionProblem, sectionValues, shownParts } from '../../../src/domain/template/sections.js';
import { findPlaces } from '../../../src/infrastructure/html/find-places.js';

const contentOf = (html: string, text = '') => ({
  ...{ html, text, subject: null, variables: [], ...findPlaces(html) },
  conditions: conditionsIn([html, text]),
});

describe('sections of a content', () => {
  const html =
    '<p>{{{FIRST_NAME|you}}}</p>{{{#if contact.plan eq R&amp;D}}}<p>{{{contact.plan}}} {{{ #if\nsegment:1 }}}<b>both</b>{{{/if}}}</p>{{{ /if }}}<p>{{{EMAIL}}}</p>';
  const [plan, segment] = ['contact.plan eq R&D', 'segment:1'];

  it.each([
    ['none', [], '<p>Ann</p><p>a@a.test</p>', 'Hi'],
    ['the outer', [plan], '<p>Ann</p><p>R&amp;D </p><p>a@a.test</p>', 'Hi, all'],
    ['the inner alone', [segment], '<p>Ann</p><p>a@a.test</p>', 'Hi'],
    ['both', [plan, segment], '<p>Ann</p><p>R&amp;D <b>both</b></p><p>a@a.test</p>', 'Hi, all'],
  ])('are shown to whom their conditions hold of: %s', (_, held, shown, line) => {
    const content = contentOf(html, 'Hi{{{#if contact.plan eq R&D}}}, all{{{/if}}}');
    const values = { FIRST_NAME: 'Ann', EMAIL: 'a@a.test', 'contact.plan': 'R&D', ...sectionValues(held) };
    expect(merged(content, values)).toEqual({ html: shown, text: line });
    // As an email of the same content that was composed before.
    expect(merged(content, values).html).toBe(shown);
    expect(mergedLine(content, 'Hi{{{#if contact.plan eq R&D}}}, all{{{/if}}}', values)).toBe(line);
  });

  it('are remembered in many ways where they are small, and in few where they are large', () => {
    const isKept = (whole: string): boolean => {
      const content = contentOf(`${whole}{{{#if a}}}1{{{/if}}}{{{#if b}}}2{{{/if}}}`);
      const first = shownParts(content, sectionValues(['a']));
      for (const held of [['b'], [], ['a', 'b']]) shownParts(content, sectionValues(held));
      return shownParts(content, sectionValues(['a'])) === first;
    };
    expect([isKept('x'), isKept('x'.repeat(999_000))]).toEqual([true, false]);
  });

  it('leave no empty lines in the text', () => {
    const content = contentOf('', '{{{#if a}}}\n\n1\n\n{{{/if}}}\n\n2\n\n{{{#if b}}}\n\n3\n\n{{{/if}}}\n\n4');
    expect(merged(content, sectionValues(['b'])).text).toBe('2\n\n3\n\n4');
  });

  it('are only those of contents that were saved with conditions: others have such braces as they stand', () => {
    const { conditions: _, ...before } = contentOf('<p>{{{#if a}}}1{{{/if}}}</p>');
    expect(merged(before, {}).html).toBe('<p>{{{#if a}}}1{{{/if}}}</p>');
  });

  it.each([
    ['{{{#if a}}}1', /has no `{{{\/if}}}`/],
    ['1{{{/if}}}', /without/],
    [Array.from({ length: 21 }, (_, index) => `{{{#if a eq ${index}}}}1{{{/if}}}`).join(''), /20 different/],
    ['{{{#if a}}}1{{{/if}}}'.repeat(201), /more than 200/],
    ['{{{#if a}}}1{{{/if}}}{{{ #if b }}}2{{{ /if }}}', undefined],
  ])('have marks that fit together: %#', (text, problem) => {
    const found = sectionProblem({ html: '', text });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });

  it('do not stand where a derived text cannot have them', () => {
    const rows = '<table>{{{#if a}}}<tr><td>1</td></tr>{{{/if}}}</table>';
    expect(sectionProblem({ html: rows, text: '{{{#if a}}}{{{/if}}}1', isTextDerived: true })).toMatch(
      /not between rows/,
    );
    expect(sectionProblem({ html: rows, text: '{{{#if a}}}1{{{/if}}}', isTextDerived: true })).toBeUndefined();
  });

  it.each([
    ['<p title="{{{#if a}}}">1</p>{{{/if}}}', 'a `title` attribute'],
    ['<p {{{#if a}}}>1{{{/if}}}</p>', 'the tag of a `p` element'],
    ['{{{#if a}}}<!-- {{{/if}}} -->', 'a comment'],
    ['<style>{{{#if a}}}p{}</style>{{{/if}}}', 'a `style` element'],
  ])('begin and end in text, %s', (wrong, where) => {
    expect(findPlaces(wrong).forbidden).toEqual([{ name: '#if', where }]);
  });
});
