import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import removeTemplatesFolder from './remove-templates-folder.js';

const lookEveryMs = 20;
const patienceMs = 60_000;

/**
 * After a run, once for all of its projects: stops the servers of its workers, and fails where one did not run until now or does not
 * end in order.
 */
export default async function afterRun() {
  if (globalThis.posthornRun === undefined) return;
  globalThis.posthornRun = undefined;
  const folders = serverFolders();
  const wrong = folders.filter((folder) => existsSync(join(folder, 'ended')));
  const running = folders.filter((folder) => !wrong.includes(folder) && existsSync(join(folder, 'state.json')));
  for (const folder of running)
    process.kill(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')).pid, 'SIGTERM');
  for (const folder of running) if ((await ending(folder)) !== '0') wrong.push(folder);
  const reports = [];
  for (const folder of wrong) {
    reports.push(`ended with ${await ending(folder)}:\n${readFileSync(join(folder, 'server.log'), 'utf8')}`);
  }
  removeTemplatesFolder();
  if (reports.length > 0) throw new Error(`a server of the API files ${reports.join('\na server of the API files ')}`);
}

function serverFolders() {
  const workers = join(process.env.POSTHORN_TEMPLATES, 'servers');
  if (!existsSync(workers)) return [];
  return readdirSync(workers).flatMap((worker) =>
    readdirSync(join(workers, worker)).map((number) => join(workers, worker, number)),
  );
}

/** The exit code or signal. */
async function ending(folder) {
  const ended = join(folder, 'ended');
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
    if (existsSync(ended)) return readFileSync(ended, 'utf8');
    await setTimeout(lookEveryMs);
  }
  return undefined;
}
