import { number, rows } from './imports';

/** The rows of an import that were not applied, on its page. */
export const failedRowMessages = {
  failedRows: (count: number) => `${rows(count)} failed`,
  failedHint: 'Correct them here and try again, or download them, correct them in that file, and import it.',
  line: (line: number) => `Line ${number(line)}`,
  tryAgain: (count: number) => (count === 0 ? 'Try again' : `Try again with ${rows(count)}`),
  corrected: (count: number) => `Importing ${count === 1 ? '1 corrected row' : `${number(count)} corrected rows`}`,
  firstRows: (count: number) => `These are the first ${number(count)}. Download the file to correct the others.`,
  otherColumns: (count: number) =>
    count === 1
      ? '1 more column stays as it is in the file.'
      : `${number(count)} more columns stay as they are in the file.`,
  failedGone: 'The file was deleted, so the failed rows can’t be downloaded any more.',
  downloadFailed: 'Download failed rows',
} as const;
