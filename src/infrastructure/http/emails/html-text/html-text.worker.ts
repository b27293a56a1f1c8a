import { parentPort } from 'node:worker_threads';
import { convertHtml } from './convert.js';

parentPort?.on('message', (html: string) => parentPort?.postMessage(convertHtml(html)));
