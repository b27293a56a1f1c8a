import type { AbTest, WinnerChosen } from './ab-test.js';
import type { BroadcastDraft, ContentPart, Excluding, FrozenAudience, PausedBecause, SentAs } from './events.js';
import type { LocalTime } from './local-time.js';
import type { SendingPolicy, SentFigures } from './policy.js';

export type BroadcastCommand =
  | {
      readonly type: 'DraftBroadcast';
      readonly broadcast: BroadcastDraft & {
        readonly teamId: string;
        readonly duplicateOf: string | null;
        readonly excluding?: Excluding;
      };
    }
  /** To the first of a chain. */
  | { readonly type: 'DraftAgain'; readonly teamId: string; readonly broadcastId: string }
  /** What is left out stays; a test that is null is none. `revision`: of what was looked at; undefined: any. */
  | {
      readonly type: 'ChangeBroadcast';
      readonly teamId: string;
      readonly draft: DraftChanges;
      readonly revision?: number | undefined;
      readonly parts?: readonly ContentPart[] | undefined;
      readonly restoredFrom?: number | undefined;
      /** It only continues the version before. */
      readonly goesOn?: boolean;
    }
  /** `content` and `test`: as they were looked at. */
  | ({
      readonly type: 'ScheduleBroadcast';
      readonly teamId: string;
      readonly scheduledAt: string;
      readonly localTime?: LocalTime | undefined;
    } & Said)
  | { readonly type: 'QueueBroadcast'; readonly teamId: string; readonly sentAs: SentAs }
  | ({ readonly type: 'FreezeBroadcast'; readonly teamId: string } & FrozenAudience)
  | {
      readonly type: 'PauseBroadcast';
      readonly teamId: string;
      readonly because: PausedBecause;
      readonly figures?: SentFigures;
    }
  /** `at`: how far it is. */
  | { readonly type: 'BeginBroadcast'; readonly teamId: string; readonly at: string }
  | { readonly type: 'LeaveBroadcast'; readonly teamId: string }
  /** What is left out stays. */
  | { readonly type: 'SetPolicy'; readonly teamId: string; readonly changes: Partial<SendingPolicy> }
  /** Also when it was sent. */
  | { readonly type: 'SetPublic'; readonly teamId: string; readonly isPublic: boolean }
  | { readonly type: 'NoteTestOpened'; readonly teamId: string; readonly judgesAt: string | null }
  | ({ readonly type: 'ChooseWinner'; readonly teamId: string } & WinnerChosen)
  | { readonly type: 'ResumeBroadcast'; readonly teamId: string }
  | { readonly type: 'CancelBroadcast'; readonly teamId: string }
  | { readonly type: 'FinishBroadcast'; readonly teamId: string }
  | { readonly type: 'DeleteBroadcast'; readonly teamId: string };

/** What a draft says, to all alike or to each part of a test. */
export type Said = Pick<BroadcastDraft, 'content' | 'test'>;
type DraftChanges = Partial<Omit<BroadcastDraft, 'test'>> & { readonly test?: AbTest | null };
