// Runs a server for one worker of the test runner, apart from it: `node worker-server-process.mjs <folder> <main.js> <pid of the run>`.
// What it writes is in `server.log` of the folder, and how it ended in `ended`. It ends on SIGTERM, or once the run is gone.
import { spawn } from 'node:child_process';
import { openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, main, runPid] = process.argv.slice(2);
const lookEveryMs = 1_000;

const log = openSync(join(folder, 'server.log'), 'a');
const server = spawn(process.execPath, [main], { cwd: folder, stdio: ['ignore', log, log] });
server.once('exit', (code, signal) => {
  // Whole or not there.
  writeFileSync(join(folder, 'ending'), String(signal ?? code));
  renameSync(join(folder, 'ending'), join(folder, 'ended'));
  process.exit();
});
process.on('SIGTERM', () => server.kill('SIGTERM'));
// A run that is broken off stops nothing.
setInterval(() => {
  try {
    process.kill(Number(runPid), 0);
  } catch {
    server.kill('SIGKILL');
  }
}, lookEveryMs);
