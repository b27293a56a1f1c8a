export const foundKey = (id: string): string => id;
