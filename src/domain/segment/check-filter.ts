import { type Named, partsOf, ruleProblem } from './fields.js';
import type { FilterProblem, FilterRule, SegmentFilter } from './filter.js';

/** Rules of a filter and of all segments that it leads to, each counted once, as each is judged once. */
const maxRulesCounted = 500;

/** The filters that one leads to, by the id of their segment, and how many rules all of them have. */
export interface Reached {
  readonly filters: ReadonlyMap<string, SegmentFilter>;
  readonly rules: number;
}

/** `too-dear`: more than {@link maxRulesCounted}. */
export function reachedBy(filter: SegmentFilter, { segments }: Pick<Named, 'segments'>): Reached | 'too-dear' {
  const filters = new Map<string, SegmentFilter>();
  const waiting = [filter];
  let rules = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = rulesIn(next);
    rules += own.length;
    if (rules > maxRulesCounted) return 'too-dear';
    for (const id of namesIn(own)) {
      const found = segments.get(id);
      if (found === undefined || typeof found === 'string' || filters.has(id)) continue;
      filters.set(id, found);
      waiting.push(found);
    }
  }
  return { filters, rules };
}

/** The ids of the segments that lead back to themselves. */
export function cyclesIn({ filters }: Reached): ReadonlySet<string> {
  const named = new Map([...filters].map(([id, filter]) => [id, namesIn(rulesIn(filter))] as const));
  const leadsBack = (id: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(named.get(id) ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === id) return true;
      if (!seen.has(next)) waiting.push(...(named.get(next) ?? []));
      seen.add(next);
    }
    return false;
  };
  return new Set([...filters.keys()].filter(leadsBack));
}

/**
 * Why a filter cannot be used as it is: it names what is not there, compares what cannot be compared, leads back to
 * itself or is too dear, or a segment that it leads to does. `ownId`: of the segment that has it.
 * @returns undefined where each contact can be judged by it.
 */
export function filterProblem(filter: SegmentFilter, named: Named, ownId?: string): FilterProblem | undefined {
  for (const [rule, path] of placesIn(filter, 'filter')) {
    const problem = ruleProblem(rule, path, named);
    if (problem !== undefined) return problem;
    if (partsOf(rule.field)[1] === ownId) return backTo(ownId, `${path}.field`);
  }
  const reached = reachedBy(filter, named);
  if (reached === 'too-dear') {
    const problem = `It has more than ${maxRulesCounted} rules together with the segments that it names. Name fewer segments.`;
    return { path: 'filter', problem };
  }
  const cycles = cyclesIn(reached);
  for (const [id, inner] of reached.filters) {
    if (id === ownId) return backTo(id, 'filter');
    if (cycles.has(id)) return { path: 'filter', problem: `It leads to segment ${id}, whose filter names itself.` };
    for (const [rule, path] of placesIn(inner, 'filter')) {
      const problem = ruleProblem(rule, path, named);
      if (problem !== undefined) {
        return { path: 'filter', problem: `It leads to segment ${id}, and there: ${problem.problem}` };
      }
    }
  }
  return undefined;
}

const backTo = (id: string, path: string): FilterProblem => {
  return { path, problem: `It leads back to this segment (${id}). A segment cannot contain itself.` };
};

export function rulesIn(filter: SegmentFilter): readonly FilterRule[] {
  return placesIn(filter, '').map(([rule]) => rule);
}

/** The ids of the segments that rules name. */
function namesIn(rules: readonly FilterRule[]): readonly string[] {
  return rules.flatMap(({ field }) => {
    const [kind, id] = partsOf(field);
    return kind === 'segment' ? [id] : [];
  });
}

function placesIn(filter: SegmentFilter, path: string): readonly (readonly [FilterRule, string])[] {
  switch (filter.type) {
    case 'rule':
      return [[filter, path]];
    case 'not':
      return placesIn(filter.rule, `${path}.rule`);
    default:
      return filter.rules.flatMap((each, index) => placesIn(each, `${path}.rules[${index}]`));
  }
}
