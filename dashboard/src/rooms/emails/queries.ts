import { queryOptions } from '@tanstack/react-query';
import { addressOf, bytesOf } from '../../api/client';
import { keyOf, pages, read } from '../../api/reading';
import type { Overview } from './documents';
import type { Filters } from './parameters';

const pollMs = 10_000;
/** A mail that leaves some day is looked at now and then. */
const scheduledPollMs = 60_000;
/** What was read stays for who comes back. */
const keptMs = 30 * 60_000;

/** Without any filter, the emails of broadcasts would bury the others. */
export const isPlain = ({ kind: _, ...filters }: Filters): boolean =>
  Object.values(filters).every((value) => value === undefined);

/** Not refreshed automatically: rows would move. The room watches its first page. */
export const emailsQuery = ({ kind, ...filters }: Filters) => ({
  ...pages('GET /dashboard-api/emails', { query: { ...asked(kind, filters), ...filters, total: true } }),
  staleTime: Infinity,
  gcTime: keptMs,
  refetchOnReconnect: false,
});

function asked(kind: string | undefined, filters: Filters): { readonly kind?: string } {
  const wanted = kind ?? (isPlain(filters) ? 'transactional' : 'all');
  return wanted === 'all' ? {} : { kind: wanted };
}

/**
 * Read again at each change of an email; without that, for as long as something about it may still change on its own.
 */
export const overviewQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/emails/{id}/overview', { path: { id } }),
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : pollOf(data)),
  });

/** Which of its recipients are suppressed. */
export const emailSuppressionsQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/emails/{id}/suppressions', { path: { id } }));

const moving: ReadonlySet<string> = new Set(['queued', 'sent', 'delivery_delayed', 'outcome_unknown']);

function pollOf({ recipients, last_event: lastEvent }: Overview): number | false {
  if (recipients.some(({ status }) => moving.has(status))) return pollMs;
  return lastEvent === 'scheduled' ? scheduledPollMs : false;
}

export const isUnderWay = (overview: Overview): boolean => pollOf(overview) === pollMs;

/** Contents never change: each is asked for once. */
const unchanging = { staleTime: Infinity, gcTime: keptMs, refetchOnReconnect: false } as const;

export const previewQuery = (id: string) =>
  queryOptions({ ...read('GET /dashboard-api/emails/{id}/preview', { path: { id } }), ...unchanging });

/** Where the html is a document of its own, with pictures of other hosts. */
export const remoteFrame = (id: string): string =>
  addressOf('GET /dashboard-api/emails/{id}/frame', { path: { id }, query: { images: 'remote' } });
export const sourceAddress = (id: string): string =>
  addressOf('GET /dashboard-api/emails/{id}/source', { path: { id } });
export const capturedAddress = (id: string, number: number): string =>
  addressOf('GET /dashboard-api/emails/{id}/captured/{number}', { path: { id, number } });

const shownSourceBytes = 256 * 1024;

/** The beginning of the message as text, and how large all of it is. */
export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('GET /dashboard-api/emails/{id}/source', { path: { id } }),
    queryFn: async ({ signal }) => {
      const all = await bytesOf('GET /dashboard-api/emails/{id}/source', { path: { id }, signal });
      const beginning = all.slice(0, shownSourceBytes);
      return { text: new TextDecoder().decode(beginning), bytes: all.byteLength, shownBytes: beginning.byteLength };
    },
    ...unchanging,
  });

export const attachmentsQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/emails/{id}/attachments', { path: { id }, query: { limit: 100 } }));

/** `deliveries`: a new one brings a new message. */
export const capturedQuery = (id: string, deliveries: number) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/emails/{id}/captured', { path: { id } });
  return queryOptions({ queryKey: [...queryKey, deliveries], queryFn, ...unchanging });
};

/** `events`: how many there are; the history grows with them. */
export const historyQuery = (id: string, at: string | undefined, events: number) => {
  const { queryKey, queryFn } = read('GET /dashboard-api/emails/{id}/history', { path: { id }, query: { at } });
  return queryOptions({ queryKey: [...queryKey, events], queryFn, ...unchanging });
};

/** Answers 404 once it is deleted. */
export const templateQuery = (template: string) =>
  queryOptions({ ...read('GET /dashboard-api/templates/{template}', { path: { template } }), retry: false });

export const sharesQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/emails/{id}/shares', { path: { id } }));

export const webhookRequestsQuery = (id: string) =>
  queryOptions(read('GET /dashboard-api/webhook-requests', { query: { email_id: id, limit: 100 } }));

/** DNS is asked each time: not again while one looks at other tabs, or comes back to the window. */
export const insightsQuery = (id: string) =>
  queryOptions({
    ...read('GET /dashboard-api/emails/{id}/insights', { path: { id } }),
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
