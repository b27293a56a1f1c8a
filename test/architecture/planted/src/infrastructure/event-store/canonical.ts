export const canonical = (text: string): string => text;
