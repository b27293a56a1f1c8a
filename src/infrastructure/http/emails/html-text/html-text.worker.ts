import { parentPort } from 'node:worker_threads';
import { convertHtml } from './convert.js';

/** What the thread answers for each HTML that it is sent. */
export type ConvertedHtml = ReturnType<typeof convertHtml>;

parentPort?.on('message', (html: string) => parentPort?.postMessage(convertHtml(html)));
