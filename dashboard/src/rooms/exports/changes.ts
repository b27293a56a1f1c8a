import { ask } from '../../api/client';
import type { Export, NewExport } from './documents';

export const requestExport = (body: NewExport) => ask<Export>('POST', '/dashboard-api/exports', { body });

export const deleteExport = (id: string, keepalive: boolean) =>
  ask<unknown>('DELETE', `/dashboard-api/exports/${encodeURIComponent(id)}`, { keepalive });

/** The browser asks for it itself: it goes to the disk as it comes. */
export const fileOf = ({ id }: Pick<Export, 'id'>): string => `/dashboard-api/exports/${encodeURIComponent(id)}/file`;
