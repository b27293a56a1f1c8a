import { parentPort, workerData } from 'node:worker_threads';
import { examine } from '../../../application/doctor/examine.js';
import { type Health, healthOf } from '../../../application/doctor/health-of.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { giveWay } from '../../../infrastructure/system/modest-worker.js';
import { programVersion } from '../../manifest.js';
import { gatherFacts } from './gather.js';

/** What the thread is started with, and its one message. */
export type LookData = Config;
export type LookResult = Health;

/** One look at the installation, as `posthorn doctor` takes it: counting a long log holds up this thread alone. */
giveWay();
// What the starting side gave.
const facts = await gatherFacts(workerData as LookData, false);
const health: LookResult = healthOf(facts, examine(facts), programVersion);
parentPort?.postMessage(health);
