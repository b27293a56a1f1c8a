import { useSyncExternalStore } from 'react';

/** Where the page is. The part behind `#` never reaches a server, so any static host can serve every route. */
export type Route =
  | { readonly name: 'emails'; readonly after: string | null }
  | { readonly name: 'email'; readonly id: string }
  | { readonly name: 'unknown' };

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash));
}

export function hrefOf(route: Exclude<Route, { name: 'unknown' }>): string {
  switch (route.name) {
    case 'emails':
      return route.after === null ? '#/emails' : `#/emails?after=${encodeURIComponent(route.after)}`;
    case 'email':
      return `#/emails/${encodeURIComponent(route.id)}`;
  }
}

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  if (path === '' || path === '/' || path === '/emails') {
    return { name: 'emails', after: new URLSearchParams(query).get('after') };
  }
  const id = /^\/emails\/([^/]+)$/.exec(path)?.[1];
  return id === undefined ? { name: 'unknown' } : { name: 'email', id: decoded(id) };
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
