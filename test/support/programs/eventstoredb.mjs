#!/usr/bin/env node
// @ts-check
/**
 * The stand-in as a program that is started as EventStoreDB 23.10 is: what `TEST_EVENTSTORE_PROGRAM` may name. It takes the
 * options of the real one that matter to a client, refuses others and unknown settings in its environment as that does, and
 * keeps its log under `--db`. With `--cluster-size` it is one member of several (cluster-member.mjs).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEventStoreStandIn } from '../eventstore-stand-in/index.mjs';
import { startMember } from './cluster-member.mjs';

/** @type {Record<string, { type: 'string' } | { type: 'boolean' }>} */
const options = {
  ...text('db', 'log', 'node-ip', 'node-port', 'replication-ip', 'replication-port'),
  ...text('certificate-file', 'certificate-private-key-file'),
  ...text('trusted-root-certificates-path', 'certificate-reserved-node-common-name'),
  ...text('cluster-size', 'gossip-seed', 'discover-via-dns', 'run-projections', 'telemetry-optout'),
  insecure: { type: 'boolean' },
};

/** @param {string[]} names */
function text(...names) {
  return Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
}

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** EVENTSTORE_NODE_PORT is the option --node-port. */
function settings() {
  for (const name of Object.keys(process.env)) {
    if (!name.startsWith('EVENTSTORE_')) continue;
    const words = name.slice('EVENTSTORE_'.length).toLowerCase().split('_');
    if (words.join('-') in options) continue;
    const spelt = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
    refuse(`The option "${spelt}" is not a known option.`);
  }
  try {
    // All of them are text, but for `insecure`.
    const { values } = parseArgs({ options });
    return /** @type {Record<string, string | undefined>} */ (values);
  } catch (error) {
    return refuse(String(error));
  }
}

const values = settings();
const { db } = values;
if (db === undefined) refuse('Without --db there is nowhere to keep the log.');
const port = Number(values['node-port'] ?? 2113);

function tls() {
  if (values['insecure']) return {};
  const [certificate, privateKey] = [values['certificate-file'], values['certificate-private-key-file']];
  if (certificate === undefined || privateKey === undefined) {
    refuse('A certificate is required unless insecure mode (--insecure) is set.');
  }
  return {
    tls: { certificate: readFileSync(certificate, 'utf8'), privateKey: readFileSync(privateKey, 'utf8') },
    // Of a new server.
    credentials: { user: 'admin', password: 'changeit' },
  };
}

const secured = tls();
if (Number(values['cluster-size'] ?? 1) === 1) {
  const standIn = await startEventStoreStandIn({ dir: db, port, ...secured });
  process.on('SIGTERM', () => void standIn.stop().then(() => process.exit(0)));
} else {
  const seeds = (values['gossip-seed'] ?? '').split(',').map((seed) => Number(seed.split(':')[1]));
  await startMember({ db, log: values['log'] ?? db, port, otherPorts: seeds });
  process.on('SIGTERM', () => process.exit(0));
}
process.stdout.write(`"IS LEADER" at ${port}\n`);
