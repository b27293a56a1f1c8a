import type { z } from 'zod';
import type { EmailTag } from '../../domain/shared/accepted-email.js';
import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { Category } from '../../domain/shared/stream-name.js';

/** What an endpoint's filters look at. */
export interface MessageSubject {
  readonly emailId: string | null;
  readonly domainId: string | null;
  readonly tags: readonly EmailTag[];
}

export const noSubject: MessageSubject = { emailId: null, domainId: null, tags: [] };

/** An event in its stream, decrypted: what messages are made from. */
export interface MessageSource<Event extends DomainEvent = DomainEvent> {
  readonly recorded: Recorded<Event>;
  /** As much of the stream as `reads` asks for, from its beginning. */
  readonly events: readonly Recorded<Event>[];
}

/**
 * One type of message. Its body is published: the schema follows no change of the events that it is made from. Members
 * are those of the wire, times ISO 8601; strict, since what is sent has no other members.
 */
export interface WebhookMessage<
  Type extends string = string,
  Data extends z.ZodType = z.ZodType,
  Event = never,
  Story = never,
> {
  readonly type: Type;
  /** The types of events that can make it. */
  readonly from: readonly string[];
  readonly data: Data;
  /** For the API's document. */
  readonly summary: string;
  /** Undefined where this event makes none. */
  make(story: Story, event: Event): z.output<Data> | undefined;
  /** What a test sends, about things that do not exist: names of RFC 2606, ids that no server makes. `at`: ISO 8601. */
  sample(at: string): z.output<Data>;
}

/** The messages about one kind of thing. `Given`: what the server has beside the log. */
export interface WebhookMessages<Event extends DomainEvent = never, Story = never, Given = never> {
  readonly category: Category;
  /** How much of the stream of an event is read for it: up to and with the event, or all of it. */
  readonly reads: 'until' | 'whole';
  /** What all messages of an event have in common, made once; undefined: there is nothing to tell. */
  storyOf(source: MessageSource<Event>, given: Given): Story | undefined;
  subjectOf(story: Story): MessageSubject;
  readonly messages: readonly WebhookMessage<string, z.ZodType, DomainEvent, Story>[];
}

export type DataOfMessage<Message extends WebhookMessage> = z.output<Message['data']>;

/** Defines the messages of one aggregate's events. */
export const messageOf =
  <Event extends DomainEvent, Story>() =>
  <const Type extends string, const From extends Event['type'], Data extends z.ZodType>(
    type: Type,
    declared: Omit<WebhookMessage<Type, Data, Extract<Event, { readonly type: From }>, Story>, 'type' | 'from'> & {
      readonly from: readonly From[];
    },
  ): WebhookMessage<Type, Data, Extract<Event, { readonly type: From }>, Story> => ({ type, ...declared });

/** Ids of what samples speak of. */
export const sampleIds = {
  email: '00000000-0000-7000-8000-000000000001',
  domain: '00000000-0000-7000-8000-000000000002',
  suppression: '00000000-0000-7000-8000-000000000003',
  contact: '00000000-0000-7000-8000-000000000004',
  segment: '00000000-0000-7000-8000-000000000005',
  topic: '00000000-0000-7000-8000-000000000006',
  team: '00000000-0000-7000-8000-000000000007',
} as const;
