#!/bin/sh
# Node.js 20.20.2: --max-old-space-size takes effect in every worker thread too, and wins over the thread's own
# resourceLimits, without a word: a Worker with maxOldGenerationSizeMb: 64 may hold 256 MB (and more, if the option says so).
# worker.resourceLimits still answers 64. V8 reads the option again for each thread; v8.setFlagsFromString
# ('--max-old-space-size=0') in the main thread gives later threads their own limits and leaves the main thread its own.
# Prints the heap limits in MB; succeeds while that is so. Runs without this product. Needs Node.js 20.20.2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >limits.mjs <<'NODE'
import { once } from 'node:events';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const limitMb = () => Math.round(getHeapStatistics().heap_size_limit / 1024 / 1024);
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

async function ofWorker() {
  const worker = new Worker(new URL(import.meta.url), { resourceLimits });
  const said = worker.resourceLimits.maxOldGenerationSizeMb;
  const [limit] = await once(worker, 'message');
  return `${limit} (resourceLimits: ${said})`;
}

if (isMainThread) {
  console.log('worker, with the option:', await ofWorker());
  setFlagsFromString('--max-old-space-size=0');
  console.log('worker, option taken back:', await ofWorker());
  console.log('main thread:', limitMb() >= 256 ? 'as before' : 'changed');
} else parentPort.postMessage(limitMb());
NODE

node --version
node --max-semi-space-size=8 --max-old-space-size=256 limits.mjs | tee said.txt
diff said.txt - <<'EXPECTED'
worker, with the option: 280 (resourceLimits: 64)
worker, option taken back: 88 (resourceLimits: 64)
main thread: as before
EXPECTED
