import { z } from 'zod';
import { type BodyReference, bodyReference } from '../shared/accepted-email.js';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, noMembers, streams } from '../shared/event.js';
import { free, take } from '../shared/reservation.js';

const named = z.object({
  name: z.string(),
  /** By which it is asked for too; one template's in its team. */
  alias: z.string().nullable(),
});
const draft = named.extend({
  /** Where its content lies sealed, under the template's own key. */
  content: bodyReference,
});
/** What is worked on. */
type TemplateDraft = DataOf<typeof draft>;

const templateCreated = event('TemplateCreated', {
  data: draft.extend({ teamId: z.string(), duplicateOf: z.string().nullable() }),
  summary: ({ name, duplicateOf }) =>
    duplicateOf === null ? `Template ${name} created` : `Template ${name} created as a copy of ${duplicateOf}`,
});
/** As the draft is from now on; what is sent stays as it was published. */
const templateChanged = event('TemplateChanged', {
  data: draft,
  summary: ({ name }) => `Draft of template ${name} changed`,
  endsContent: true,
  isWriting: () => true,
});
/** The draft is what is sent from now on. Emails that were accepted before keep their version. */
const templatePublished = event('TemplatePublished', {
  data: z.object({
    /** From 1. */
    version: z.number(),
    content: bodyReference,
  }),
  summary: ({ version }) => `Version ${version} published`,
});
/** The draft is as that version was. */
const templateRestored = event('TemplateRestored', {
  data: z.object({ version: z.number(), content: bodyReference }),
  summary: ({ version }) => `Draft restored from version ${version}`,
  endsContent: true,
});
const templateDeleted = event('TemplateDeleted', {
  data: noMembers,
  summary: 'Template deleted',
  endsContent: true,
});

export const templateStreams = streams('template', [
  templateCreated,
  templateChanged,
  templatePublished,
  templateRestored,
  templateDeleted,
]);
export type TemplateEvent = EventIn<typeof templateStreams>;

const aliasTaken = event('TemplateAliasTaken', {
  data: z.object({ templateId: z.string() }),
  summary: ({ templateId }) => `Taken by template ${templateId}`,
});
const aliasFreed = event('TemplateAliasFreed', { data: noMembers, summary: 'Alias released' });
export const templateAliasStreams = streams('templatealias', [aliasTaken, aliasFreed], { activity: 'never' });

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly template: true;
    readonly templatealias: true;
  }
}

/** A version that was published. */
export interface TemplateVersion {
  /** From 1. */
  readonly version: number;
  readonly content: BodyReference;
  /** ISO 8601. */
  readonly publishedAt: string;
}

/** Null before it is created. */
export type TemplateState =
  | (TemplateDraft & {
      readonly teamId: string;
      /** Oldest first: the last is what is sent. */
      readonly versions: readonly TemplateVersion[];
      readonly isDeleted: boolean;
    })
  | null;

export type TemplateCommand =
  | {
      readonly type: 'CreateTemplate';
      readonly template: TemplateDraft & { readonly teamId: string; readonly duplicateOf: string | null };
    }
  /** What is left out stays. */
  | { readonly type: 'ChangeTemplate'; readonly teamId: string; readonly draft: Partial<TemplateDraft> }
  | { readonly type: 'PublishTemplate'; readonly teamId: string; readonly content: BodyReference }
  | { readonly type: 'RestoreTemplate'; readonly teamId: string; readonly version: number }
  | { readonly type: 'DeleteTemplate'; readonly teamId: string };

/** `changed`: the draft is another than the one that was looked at. */
export type TemplateRefusal = 'not-found' | 'unknown-version' | 'changed';

export const template: Decider<TemplateCommand, TemplateState, TemplateEvent, TemplateRefusal> = {
  initial: null,
  decide,
  evolve(state, event, time) {
    if (event.type === 'TemplateCreated') {
      const { duplicateOf: _copied, ...created } = event.data;
      return { ...created, versions: [], isDeleted: false };
    }
    if (state === null) return null;
    switch (event.type) {
      case 'TemplateChanged':
        return { ...state, ...event.data };
      case 'TemplateRestored':
        return { ...state, content: event.data.content };
      case 'TemplatePublished':
        return { ...state, versions: [...state.versions, { ...event.data, publishedAt: time }] };
      case 'TemplateDeleted':
        return { ...state, isDeleted: true };
    }
  },
};

function decide(command: TemplateCommand, state: TemplateState): Decision<TemplateEvent, TemplateRefusal> {
  if (command.type === 'CreateTemplate') return [{ type: 'TemplateCreated', data: command.template }];
  // Another team's is as one that does not exist.
  if (state?.teamId !== command.teamId || state.isDeleted) return refuse('not-found');
  switch (command.type) {
    case 'ChangeTemplate': {
      const { name, alias, content } = { ...state, ...command.draft };
      const isSame = name === state.name && alias === state.alias && isSameContent(content, state.content);
      return isSame ? [] : [{ type: 'TemplateChanged', data: { name, alias, content } }];
    }
    case 'PublishTemplate': {
      const { content, versions } = state;
      if (!isSameContent(command.content, content)) return refuse('changed');
      const last = versions.at(-1);
      if (last !== undefined && isSameContent(last.content, content)) return [];
      return [{ type: 'TemplatePublished', data: { version: versions.length + 1, content } }];
    }
    case 'RestoreTemplate': {
      const found = state.versions.find(({ version }) => version === command.version);
      if (found === undefined) return refuse('unknown-version');
      const { version, content } = found;
      return isSameContent(content, state.content) ? [] : [{ type: 'TemplateRestored', data: { version, content } }];
    }
    case 'DeleteTemplate':
      return [{ type: 'TemplateDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}

const isSameContent = (one: BodyReference, other: BodyReference): boolean => one.blobId === other.blobId;

export type AliasCommand =
  | { readonly type: 'TakeAlias'; readonly templateId: string; readonly insteadOf?: string | undefined }
  | { readonly type: 'FreeAlias'; readonly templateId: string };

/** Which template of a team has an alias; null for none. */
export const templateAlias: Decider<AliasCommand, string | null, EventIn<typeof templateAliasStreams>, 'taken'> = {
  initial: null,
  decide(command, holder) {
    const { templateId: owner } = command;
    if (command.type === 'FreeAlias') return free({ owner, holder }, { type: 'TemplateAliasFreed', data: {} });
    const { insteadOf } = command;
    return take({ owner, holder, insteadOf }, { type: 'TemplateAliasTaken', data: { templateId: owner } });
  },
  evolve: (_holder, event) => (event.type === 'TemplateAliasTaken' ? event.data.templateId : null),
};
