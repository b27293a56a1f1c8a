/** The parameters of the room's address. `per`: how long a period is. */
export const searchNames = ['range', 'from', 'to', 'per', 'by', 'domain', 'key', 'tag', 'template'] as const;

export type MetricsSearch = { readonly [Name in (typeof searchNames)[number]]?: string };
