import type { BroadcastRow } from './queries';

type Of = Pick<BroadcastRow, 'status'>;

/** Its settings and content may still change. */
export const isDraft = ({ status }: Of): boolean => status === 'draft';
/** There is an audience: results and proof tell of it. */
export const wasSent = ({ status }: Of): boolean => status === 'queued' || status === 'sent' || status === 'canceled';
/** It waits for its time, or is being sent. */
export const isAhead = ({ status }: Of): boolean => status === 'scheduled' || status === 'queued';
export const mayBeCanceled = isAhead;
export const mayBeDeleted = ({ status }: Of): boolean => status === 'draft' || status === 'scheduled';
