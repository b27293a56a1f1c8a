/** What is being asked about; `domain` empty: it is typed. */
export interface Dialog {
  readonly act: 'pause' | 'drop';
  readonly domain: string;
}
