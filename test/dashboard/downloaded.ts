import { text } from 'node:stream/consumers';
import type { Download } from 'playwright-core';

/** Content of a downloaded file. Its path belongs to the browser's process, which is another one. */
export const contentOf = async (download: Download): Promise<string> => text(await download.createReadStream());
