import type { Decider } from '../shared/decider.js';
import { canonicalJson } from '../shared/json.js';
import { mergedTexts } from '../shared/page-language.js';
import type { PageSettings, UnsubscribePageEvent } from './events.js';

export interface ChangeUnsubscribePage {
  readonly type: 'ChangeUnsubscribePage';
  /** What is absent stays; of `texts`, the languages that are named. */
  readonly change: Partial<PageSettings>;
}

export interface UnsubscribePageState {
  /** 0: the team has changed nothing yet. */
  readonly version: number;
  readonly settings: PageSettings;
}

/** The page of a team, from its first version on. */
export const unsubscribePage: Decider<ChangeUnsubscribePage, UnsubscribePageState, UnsubscribePageEvent, never> = {
  initial: { version: 0, settings: { color: null, logo: null, texts: {} } },
  decide({ change }, { version, settings }) {
    const next = { ...settings, ...change, texts: mergedTexts(settings.texts, change.texts ?? {}) };
    if (canonicalJson(next) === canonicalJson(settings)) return [];
    return [{ type: 'UnsubscribePageChanged', data: { version: version + 1, settings: next } }];
  },
  evolve: (_state, { data: { version, settings } }) => ({ version, settings }),
};
