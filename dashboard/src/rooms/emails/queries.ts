import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { List } from '../../api/documents';
import { endless, withParameters } from '../../api/endless';
import { problemOf } from '../../api/problem';
import type {
  Attachment,
  CapturedMessage,
  EmailRow,
  Export,
  History,
  Overview,
  Preview,
  Share,
  WebhookRequest,
} from './documents';
import type { Filters } from './parameters';

const own = '/dashboard-api';
const pollMs = 10_000;
/** A mail that leaves some day is looked at now and then. */
const scheduledPollMs = 60_000;
const pageSize = 50;
/** What was read stays for who comes back. */
const keptMs = 30 * 60_000;

/** Not read again by itself: rows would move. `newestQuery` says what has changed. */
export const emailsQuery = (filters: Filters) => ({
  ...endless<EmailRow>('emails', `${own}/emails`, filters),
  staleTime: Infinity,
  gcTime: keptMs,
  refetchOnReconnect: false,
});

/** The first page as it is now; `known` is what the list began with. */
export const newestQuery = (filters: Filters, known: List<EmailRow>) =>
  queryOptions({
    queryKey: ['emails', 'newest', filters],
    queryFn: ({ signal }) =>
      ask<List<EmailRow>>('GET', withParameters(`${own}/emails`, { ...filters, limit: pageSize }), { signal }),
    initialData: known,
    staleTime: pollMs,
    refetchInterval: pollMs,
  });

const path = (id: string, part: string): string => `${own}/emails/${encodeURIComponent(id)}/${part}`;

/** Read again at each change of mail; without that, for as long as something about it may still change by itself. */
export const overviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', 'overview', id],
    queryFn: ({ signal }) => ask<Overview>('GET', path(id, 'overview'), { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : pollOf(data)),
  });

const moving: ReadonlySet<string> = new Set(['queued', 'sent', 'delivery_delayed', 'outcome_unknown']);

function pollOf({ recipients, last_event: lastEvent }: Overview): number | false {
  if (recipients.some(({ status }) => moving.has(status))) return pollMs;
  return lastEvent === 'scheduled' ? scheduledPollMs : false;
}

export const isUnderWay = (overview: Overview): boolean => pollOf(overview) === pollMs;

/** Contents never change: each is asked for once. */
const once = { staleTime: Infinity, gcTime: keptMs, refetchOnReconnect: false } as const;

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: ['email', id, 'preview'],
    queryFn: ({ signal }) => ask<Preview>('GET', path(id, 'preview'), { signal }),
    ...once,
  });

/** Where the html is a document of its own, with pictures of other hosts. */
export const remoteFrame = (id: string): string => path(id, 'frame?images=remote');
export const sourceAddress = (id: string): string => path(id, 'source');
export const capturedAddress = (id: string, number: number): string => path(id, `captured/${number}`);

const shownSourceBytes = 256 * 1024;

/** The beginning of the message as text, and how large all of it is. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['email', id, 'source'],
    queryFn: async ({ signal }) => {
      const response = await fetch(sourceAddress(id), { signal, cache: 'no-store' });
      if (!response.ok) throw problemOf(response.status, response.headers, await response.json().catch(() => null));
      const all = await response.arrayBuffer();
      const beginning = all.slice(0, shownSourceBytes);
      return { text: new TextDecoder().decode(beginning), bytes: all.byteLength, shownBytes: beginning.byteLength };
    },
    ...once,
  });

export const attachmentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['email', id, 'attachments'],
    queryFn: ({ signal }) => ask<List<Attachment>>('GET', `${path(id, 'attachments')}?limit=100`, { signal }),
  });

/** `deliveries`: a new one brings a new message. */
export const capturedQuery = (id: string, deliveries: number) =>
  queryOptions({
    queryKey: ['email', id, 'captured', deliveries],
    queryFn: ({ signal }) => ask<List<CapturedMessage>>('GET', path(id, 'captured'), { signal }),
    ...once,
  });

/** `events`: how many there are; the history grows with them. */
export const historyQuery = (id: string, at: string | undefined, events: number) =>
  queryOptions({
    queryKey: ['email', id, 'history', at ?? null, events],
    queryFn: ({ signal }) => ask<History>('GET', withParameters(path(id, 'history'), { at }), { signal }),
    ...once,
  });

export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['email', id, 'shares'],
    queryFn: ({ signal }) => ask<List<Share>>('GET', path(id, 'shares'), { signal }),
  });

export const webhookRequestsQuery = (id: string) =>
  queryOptions({
    queryKey: ['email', id, 'webhook-requests'],
    queryFn: ({ signal }) =>
      ask<List<WebhookRequest>>('GET', withParameters(`${own}/webhook-requests`, { email_id: id, limit: 100 }), {
        signal,
      }),
  });

export const exportOf = (id: string): Promise<Export> => ask<Export>('GET', `${own}/exports/${encodeURIComponent(id)}`);
export const exportFile = (id: string): string => `${own}/exports/${encodeURIComponent(id)}/file`;
