const ofSegment = ['in-segment', 'not-in-segment'] as const;
const ofProperty = ['is', 'is-not', 'has', 'has-no'] as const;
export type ConditionKind = 'everyone' | (typeof ofSegment)[number] | (typeof ofProperty)[number];

/** A condition as it is chosen. */
export interface ChosenCondition {
  readonly kind: ConditionKind;
  /** Id of the segment, or key of the property. */
  readonly of: string;
  readonly value: string;
}

const operators = { is: 'eq', 'is-not': 'neq', has: 'exists', 'has-no': 'is_empty' } as const;

/** @returns null where everyone gets it, or it is not chosen to its end. */
export function writtenCondition({ kind, of, value }: ChosenCondition): string | null {
  if (kind === 'everyone' || of === '') return null;
  switch (kind) {
    case 'in-segment':
      return `segment:${of}`;
    case 'not-in-segment':
      return `not segment:${of}`;
    case 'has':
    case 'has-no':
      return `contact.${of} ${operators[kind]}`;
    default: {
      const text = value.replace(/[{}\n]/g, '').trim();
      return text === '' ? null : `contact.${of} ${operators[kind]} ${text}`;
    }
  }
}

const segment = /^(not )?segment:(\S+)$/;
const property = /^contact\.(\S+) (eq|neq|exists|is_empty)(?: (.+))?$/s;

/** @returns undefined for one that was written elsewhere, in words that are not offered. */
export function readCondition(condition: string | null): ChosenCondition | undefined {
  if (condition === null) return { kind: 'everyone', of: '', value: '' };
  const [, not, id] = segment.exec(condition) ?? [];
  if (id !== undefined) return { kind: not === undefined ? 'in-segment' : 'not-in-segment', of: id, value: '' };
  const [, key, operator, value = ''] = property.exec(condition) ?? [];
  const kind = ofProperty.find((each) => operators[each] === operator);
  return key === undefined || kind === undefined ? undefined : { kind, of: key, value };
}

export const isOfSegment = (kind: ConditionKind): boolean => ofSegment.some((each) => each === kind);
export const hasValue = (kind: ConditionKind): boolean => kind === 'is' || kind === 'is-not';
