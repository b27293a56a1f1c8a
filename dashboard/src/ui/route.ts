import { useSyncExternalStore } from 'react';
import { type LogFilter, withQuery } from '../api/query';

/** Where the page is. The part behind `#` never reaches a server, so any static host can serve every route. */
export type Route =
  | { readonly name: 'emails'; readonly after: string | null; readonly lastEvent: string | null }
  | { readonly name: 'email'; readonly id: string }
  /** `at`: the moment whose state is shown; `null` is the present. */
  | { readonly name: 'history'; readonly id: string; readonly at: string | null }
  | ({ readonly name: 'logs'; readonly after: string | null } & LogFilter)
  | { readonly name: 'log'; readonly id: string }
  | { readonly name: 'domains'; readonly after: string | null }
  | { readonly name: 'domain'; readonly id: string }
  | { readonly name: 'suppressions'; readonly after: string | null; readonly origin: string | null }
  | { readonly name: 'queue' }
  | { readonly name: 'usage' }
  | { readonly name: 'unknown' };

export const allEmails = { name: 'emails', after: null, lastEvent: null } as const satisfies Route;
export const allLogs = { name: 'logs', after: null, status: null, method: null, apiKey: null } as const satisfies Route;

export const allDomains = { name: 'domains', after: null } as const satisfies Route;

export const allSuppressions = { name: 'suppressions', after: null, origin: null } as const satisfies Route;

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash));
}

export function hrefOf(route: Exclude<Route, { name: 'unknown' }>): string {
  switch (route.name) {
    case 'emails':
      return withQuery('#/emails', { last_event: route.lastEvent, after: route.after });
    case 'email':
      return `#/emails/${encodeURIComponent(route.id)}`;
    case 'history':
      return withQuery(`#/emails/${encodeURIComponent(route.id)}/history`, { at: route.at });
    case 'logs':
      return withQuery('#/logs', {
        status: route.status,
        method: route.method,
        key: route.apiKey,
        after: route.after,
      });
    case 'log':
      return `#/logs/${encodeURIComponent(route.id)}`;
    case 'domains':
      return withQuery('#/domains', { after: route.after });
    case 'domain':
      return `#/domains/${encodeURIComponent(route.id)}`;
    case 'suppressions':
      return withQuery('#/suppressions', { origin: route.origin, after: route.after });
    case 'queue':
      return '#/queue';
    case 'usage':
      return '#/usage';
  }
}

function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?');
  const query = new URLSearchParams(search);
  const [page = '', id, view, ...more] = path.split('/').slice(1);
  if (more.length > 0) return { name: 'unknown' };
  switch (page) {
    case '':
    case 'emails':
      return emailsRoute(id, view, query);
    case 'logs':
      if (view !== undefined) return { name: 'unknown' };
      return id === undefined ? { name: 'logs', ...logFilterOf(query) } : { name: 'log', id: decoded(id) };
    case 'domains':
      if (view !== undefined) return { name: 'unknown' };
      return id === undefined ? { name: 'domains', after: query.get('after') } : { name: 'domain', id: decoded(id) };
    case 'suppressions':
      if (id !== undefined) return { name: 'unknown' };
      return { name: 'suppressions', after: query.get('after'), origin: query.get('origin') };
    case 'queue':
      return { name: id === undefined ? 'queue' : 'unknown' };
    case 'usage':
      return { name: id === undefined ? 'usage' : 'unknown' };
    default:
      return { name: 'unknown' };
  }
}

function emailsRoute(id: string | undefined, view: string | undefined, query: URLSearchParams): Route {
  if (id === undefined) return { name: 'emails', after: query.get('after'), lastEvent: query.get('last_event') };
  if (view === undefined) return { name: 'email', id: decoded(id) };
  return view === 'history' ? { name: 'history', id: decoded(id), at: query.get('at') } : { name: 'unknown' };
}

function logFilterOf(query: URLSearchParams) {
  return {
    after: query.get('after'),
    status: query.get('status'),
    method: query.get('method'),
    apiKey: query.get('key'),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % in a hand-typed address: the server will know no such id, and says so.
    return text;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
