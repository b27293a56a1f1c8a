/** Parameters in the URL of the list. `key`: the id of an API key. `since` and `until`: ISO 8601. */
export const logFilterNames = ['status', 'method', 'path', 'key', 'since', 'until'] as const;
