import { z } from 'zod';
import { event, type EventOf, personal } from '../shared/event.js';

const judged = z.enum(['person', 'privacy_proxy', 'scanner']);

const hit = {
  /** Its id among the hits that were recorded. */
  hitId: z.string(),
  /** ISO 8601: when it came in. */
  at: z.string(),
  /** Null where several recipients got the same message. */
  recipient: z.number().nullable(),
  judged,
  /** What gave it away. */
  sign: z.string(),
  /** Version of the rules that judged it. */
  rules: z.number(),
};

const erased = 'with the recipient or the mail, whose key it is under';
const visitor = z.object({ ipAddress: z.string(), userAgent: z.string() });

const causes = { person: '', privacy_proxy: ' by a privacy proxy', scanner: ' by a scanner' } as const;
const by = ({
  recipient,
  judged: cause,
}: {
  readonly recipient: number | null;
  readonly judged: keyof typeof causes;
}) => `${recipient === null ? '' : ` for recipient ${recipient}`}${causes[cause]}`;

/** The mail was shown: its picture was loaded. */
export const emailOpened = event('EmailOpened', {
  data: z.object({ ...hit, seen: personal(visitor, { erased }) }),
  summary: (data) => `Opened${by(data)}`,
});
export type EmailOpened = EventOf<typeof emailOpened>;

/** A link of it was followed. */
export const emailClicked = event('EmailClicked', {
  data: z.object({
    ...hit,
    /** Its number in the html. */
    link: z.number(),
    seen: personal(visitor.extend({ url: z.string() }), { erased }),
  }),
  summary: (data) => `Link ${data.link + 1} clicked${by(data)}`,
});
export type EmailClicked = EventOf<typeof emailClicked>;

/** Nothing of these is about delivery. */
export type TrackingEvent = EmailOpened | EmailClicked;
