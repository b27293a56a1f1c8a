import { z } from 'zod';
import { bodyReference } from '../shared/accepted-email.js';
import { type Decider, refuse } from '../shared/decider.js';
import { type DataOf, event, type EventIn, noMembers, streams } from '../shared/event.js';

const saved = z.object({
  name: z.string(),
  /** Where its blocks lie sealed, under the key of the saved block. */
  content: bodyReference,
});
type Saved = DataOf<typeof saved>;

const savedBlockCreated = event('SavedBlockCreated', {
  data: saved.extend({
    teamId: z.string(),
    /** An email has it by name and follows it; otherwise it gets a copy of the blocks. */
    isSynced: z.boolean(),
  }),
  summary: ({ name, isSynced }) => `Saved block ${name} created${isSynced ? ', synced' : ''}`,
});
/** As it is from now on. The version is another where its blocks are. */
const savedBlockChanged = event('SavedBlockChanged', {
  data: saved.extend({ version: z.number() }),
  summary: ({ name, version }) => `Saved block ${name} changed: version ${version}`,
  endsContent: true,
});
/** Emails that have it keep its blocks. */
const savedBlockDeleted = event('SavedBlockDeleted', {
  data: noMembers,
  summary: 'Saved block deleted',
  endsContent: true,
});

export const savedBlockStreams = streams('savedblock', [savedBlockCreated, savedBlockChanged, savedBlockDeleted]);
export type SavedBlockEvent = EventIn<typeof savedBlockStreams>;
type CreatedBlock = Extract<SavedBlockEvent, { readonly type: 'SavedBlockCreated' }>['data'];

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly savedblock: true;
  }
}

export type SavedBlockCommand =
  | { readonly type: 'CreateSavedBlock'; readonly block: CreatedBlock }
  /** What is left out stays. `before`: the content that the change was made to. */
  | {
      readonly type: 'ChangeSavedBlock';
      readonly teamId: string;
      readonly before: number | undefined;
      readonly change: Partial<Saved>;
    }
  | { readonly type: 'DeleteSavedBlock'; readonly teamId: string };

/** Null before it is created. */
export type SavedBlockState =
  | (CreatedBlock & {
      /** From 1. */
      readonly version: number;
      readonly isDeleted: boolean;
    })
  | null;

/** `changed`: its blocks are others than the ones that were looked at. */
export type SavedBlockRefusal = 'not-found' | 'changed';

/** Blocks of a team that its emails may have: by name, or as a copy. */
export const savedBlock: Decider<SavedBlockCommand, SavedBlockState, SavedBlockEvent, SavedBlockRefusal> = {
  initial: null,
  decide(command, state) {
    if (command.type === 'CreateSavedBlock') return [{ type: 'SavedBlockCreated', data: command.block }];
    if (state?.teamId !== command.teamId || state.isDeleted) return refuse('not-found');
    if (command.type === 'DeleteSavedBlock') return [{ type: 'SavedBlockDeleted', data: {} }];
    const { name, content } = { ...state, ...command.change };
    const isOther = content.blobId !== state.content.blobId;
    if (isOther && command.before !== undefined && command.before !== state.version) return refuse('changed');
    if (!isOther && name === state.name) return [];
    const version = isOther ? state.version + 1 : state.version;
    return [{ type: 'SavedBlockChanged', data: { name, content, version } }];
  },
  evolve(state, event) {
    if (event.type === 'SavedBlockCreated') return { ...event.data, version: 1, isDeleted: false };
    if (state === null) return null;
    return event.type === 'SavedBlockChanged' ? { ...state, ...event.data } : { ...state, isDeleted: true };
  },
};
