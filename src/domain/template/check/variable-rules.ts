import { placesIn, reservedNames } from '../content.js';
import { type ContentPlace, type Problem, rule } from './finding.js';
import { type CheckedContent, spotsIn } from './read-content.js';

const unknownVariables = rule(
  'unknown-variables',
  { why: 'An email that gives no value for it is refused, and a misspelled name is noticed only then.' },
  (content) => {
    const declared = new Set(content.variables.map(({ key }) => key));
    return usesOf(content).flatMap(({ name, hasFallback, place }): readonly Problem[] =>
      declared.has(name) || isReserved(name)
        ? []
        : [
            {
              severity: hasFallback ? 'note' : 'warning',
              seen: `\`${name}\` is used and not declared.`,
              fix: `Declare \`${name}\` in \`variables\` with its type, or correct the name.`,
              place,
            },
          ],
    );
  },
);

const unusedVariables = rule(
  'unused-variables',
  { why: 'Who sends gives a value that appears nowhere; often the content lost a place for it.' },
  (content) => {
    const used = new Set(usesOf(content).map(({ name }) => name));
    return content.variables.flatMap(({ key }): readonly Problem[] =>
      used.has(key)
        ? []
        : [
            {
              severity: 'note',
              seen: `\`${key}\` is declared and not used.`,
              fix: `Use \`{{{${key}}}}\` in the content, or remove it from \`variables\`.`,
              place: null,
            },
          ],
    );
  },
);

export const variableRules = [unknownVariables, unusedVariables];

interface VariableUse {
  readonly name: string;
  /** Each of its places says what stands for a missing value. */
  readonly hasFallback: boolean;
  readonly place: ContentPlace;
}

/** Each name once, at its first place. */
function usesOf({ subject, html, text }: CheckedContent): readonly VariableUse[] {
  const found = new Map<string, VariableUse>();
  for (const [part, source] of [
    ['subject', subject ?? ''],
    ['html', html],
    ['text', text],
  ] as const) {
    const spotAt = spotsIn(source);
    for (const { name, fallback, start } of placesIn(source)) {
      const { place = { part, ...spotAt(start) }, hasFallback = true } = found.get(name) ?? {};
      found.set(name, { name, place, hasFallback: hasFallback && fallback !== null });
    }
  }
  return [...found.values()];
}

const isReserved = (name: string): boolean => reservedNames.some((each) => each === name.split('.')[0]);
