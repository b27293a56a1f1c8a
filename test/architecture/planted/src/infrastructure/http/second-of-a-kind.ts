import { request } from 'undici';

declare function delay(delayMs: number): Promise<void>;

export const asked = (): unknown => [fetch('http://example.com'), request('http://example.com')];
export const raced = (work: Promise<void>): Promise<void> => Promise.race([work, delay(1_000)]);
export const timed = (): Promise<void> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('late')), 1_000);
  });
export const dropOldest = (map: Map<string, string>): boolean => map.delete(map.keys().next().value ?? '');
