// @ts-check
/**
 * Engines from programs that `TEST_EVENTSTORE_PROGRAM` and `TEST_MONGODB_PROGRAM` name, started as the real EventStoreDB
 * (23.10 or newer) and mongod are. Suites and measurements that get none use the stand-in and FerretDB. A script around a
 * server ends with `exec`: signals go to the process that was started.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpc from '@grpc/grpc-js';
import { MongoClient } from 'mongodb';

const askAgainAfterMs = 100;
const longestAnswerMs = 2_000;
/** What a server has written last, for the message of a start that fails. */
const keptOutputChars = 8_000;

/** @type {typeof import('./given-programs.mjs').givenProgram} */
export const givenProgram = (engine) => process.env[`TEST_${engine}_PROGRAM`] || undefined;

/** @param {NodeJS.ProcessEnv} environment */
function withoutOptions(environment) {
  // EventStoreDB takes each of these for an option of its own, and refuses to start with one that it does not know.
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('EVENTSTORE_')));
}

/** @type {typeof import('./given-programs.mjs').startEventStoreProgram} */
export async function startEventStoreProgram(program, { dir, port, replicationPort, cluster, tls }) {
  const folders = { db: join(dir, 'db'), log: join(dir, 'log') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const args = [
    ...['--db', folders.db, '--log', folders.log],
    ...['--node-port', String(port), '--replication-port', String(replicationPort)],
    ...(tls === undefined ? ['--insecure'] : certificateOptions(dir, tls)),
  ];
  if (cluster !== undefined) {
    const seeds = cluster.otherPorts.map((other) => `127.0.0.1:${other}`).join(',');
    args.push('--cluster-size', String(cluster.otherPorts.length + 1), '--discover-via-dns=false');
    args.push('--gossip-seed', seeds);
  }
  const running = start(program, args, { ...withoutOptions(process.env), EVENTSTORE_TELEMETRY_OPTOUT: 'true' });
  if (cluster === undefined) await running.until(async () => (await leaderTold(port, tls?.certificate)) === port);
  return running;
}

/** @param {string} dir @param {import('./given-programs.mjs').OwnCertificate} tls */
function certificateOptions(dir, { certificate, privateKey, commonName }) {
  const roots = join(dir, 'roots');
  const files = { certificate: join(dir, 'node.pem'), key: join(dir, 'node.key') };
  mkdirSync(roots, { recursive: true });
  writeFileSync(join(roots, 'root.crt'), certificate);
  writeFileSync(files.certificate, certificate);
  writeFileSync(files.key, privateKey, { mode: 0o600 });
  return [
    ...['--certificate-file', files.certificate, '--certificate-private-key-file', files.key],
    ...['--trusted-root-certificates-path', roots, '--certificate-reserved-node-common-name', commonName],
  ];
}

/** @type {typeof import('./given-programs.mjs').startMongodbProgram} */
export async function startMongodbProgram(program, { dir, port }) {
  mkdirSync(dir, { recursive: true });
  const running = start(program, ['--dbpath', dir, '--port', String(port), '--bind_ip', '127.0.0.1'], process.env);
  await running.until(async () => (await mongodbKind(`mongodb://127.0.0.1:${port}/`)) !== undefined);
  return running;
}

/** @type {typeof import('./given-programs.mjs').mongodbKind} */
export async function mongodbKind(url) {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: longestAnswerMs });
  try {
    const about = await client.db('admin').command({ buildInfo: 1 });
    return 'ferretdbVersion' in about ? 'ferretdb' : 'mongodb';
  } catch {
    return undefined;
  } finally {
    await client.close();
  }
}

/** @type {typeof import('./given-programs.mjs').leaderTold} */
export function leaderTold(port, certificate) {
  const credentials =
    certificate === undefined
      ? grpc.credentials.createInsecure()
      : grpc.credentials.createSsl(Buffer.from(certificate));
  const client = new gossipGrpc.GossipClient(`localhost:${port}`, credentials);
  return new Promise((resolve) => {
    client.read(
      new shared.Empty(),
      new grpc.Metadata(),
      { deadline: Date.now() + longestAnswerMs },
      (error, answer) => {
        client.close();
        const { LEADER } = gossip.MemberInfo.VNodeState;
        const leader = answer?.getMembersList().find((each) => each.getState() === LEADER && each.getIsAlive());
        resolve(error === null ? leader?.getHttpEndPoint()?.getPort() : undefined);
      },
    );
  });
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
function start(program, args, env) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output = (output + text).slice(-keptOutputChars);
    });
  }
  const endWithUs = () => child.kill('SIGKILL');
  process.on('exit', endWithUs);
  let isGone = false;
  /** @type {Promise<import('./given-programs.mjs').Exit>} */
  const exited = once(child, 'close').then(
    ([code, signal]) => ({ code, signal }),
    (error) => {
      output += String(error);
      return { code: null, signal: null };
    },
  );
  void exited.then(() => {
    isGone = true;
    process.off('exit', endWithUs);
  });
  return {
    pid: child.pid,
    exited,
    /** @param {NodeJS.Signals} signal */
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    /** Throws, with what it wrote, where it ends before. @param {() => Promise<boolean>} serves */
    async until(serves) {
      while (!(await serves())) {
        if (isGone) throw new Error(`${program} ended before it served:\n${output}`);
        await wait(askAgainAfterMs);
      }
    },
  };
}
