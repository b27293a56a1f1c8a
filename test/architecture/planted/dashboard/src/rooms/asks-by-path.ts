const id = 'one';

export const asked = fetch('/exports');
export const followed = new EventSource('/live');
export const sent = new XMLHttpRequest();
export const beaten = navigator.sendBeacon('/left');
export const written = '/dashboard-api/exports';
export const composed = `/dashboard-api/exports/${id}`;
export const named = 'GET /dashboard-api/exports/{id}';
