import { isRefusal, unreachable } from '../shared/decider.js';
import type { SuppressionEvent, SuppressionSource } from './events.js';
import {
  type JudgeOutcome,
  suppression,
  type SuppressionPolicy,
  type SuppressionState,
  type Whose,
} from './suppression.js';

/** What happened to an address: by hand, as it was recorded; or a cause, as it is judged today. */
export type ToldStep =
  | { readonly kind: 'recorded'; readonly event: SuppressionEvent; readonly at: string }
  | {
      readonly kind: 'cause';
      /** Undefined when nothing follows from it any more. */
      readonly why: JudgeOutcome['why'] | undefined;
      readonly source: SuppressionSource;
    };

/** How the list would stand had each cause been judged as it is today. */
export function retell(whose: Whose, steps: readonly ToldStep[], policy: SuppressionPolicy): SuppressionState {
  let state = suppression.initial;
  for (const step of steps) {
    switch (step.kind) {
      case 'recorded':
        state = suppression.evolve(state, step.event, step.at);
        break;
      case 'cause': {
        const { why, source } = step;
        if (why === undefined) break;
        const decided = suppression.decide({ type: 'JudgeOutcome', whose, why, source, policy }, state);
        if (isRefusal(decided)) break;
        for (const event of decided) state = suppression.evolve(state, event, source.at);
        break;
      }
      default:
        return unreachable(step);
    }
  }
  return state;
}
