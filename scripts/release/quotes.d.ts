export function withQuotes(page: string, contentOf: (path: string) => string): string;
