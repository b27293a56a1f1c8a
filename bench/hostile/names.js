import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names under this one are never answered. */
export const silentZone = 'silent.example';
const host = '127.0.0.153';
const headBytes = 12;

/**
 * A name server on loopback that answers every name with 127.0.0.1, except those under `silent.example`: there it is silent. The
 * server under measurement uses it by DNS_SERVERS. Its system resolver uses it too (`isSystem`) where this process may listen on
 * port 53 and mount another `resolv.conf` for that server alone: that takes root, and `unshare`.
 */
export async function startNames() {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-names-'));
  const resolvConf = join(folder, 'resolv.conf');
  writeFileSync(resolvConf, `nameserver ${host}\n`);
  const under = ['unshare', '-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolvConf];
  const canMount = spawnSync(under[0], [...under.slice(1), 'true']).status === 0;
  const socket = (canMount ? await listen(host, 53) : undefined) ?? (await listen('127.0.0.1', 0));
  socket.on('message', (question, from) => {
    const answer = answerTo(question);
    if (answer !== undefined) socket.send(answer, from.port, from.address);
  });
  const { address, port } = socket.address();
  const files = createServer((_request, response) => response.end('Terms and conditions.'));
  await once(files.listen(0, '127.0.0.1'), 'listening');
  const isSystem = address === host;
  return {
    address: `${address}:${port}`,
    isSystem,
    under: isSystem ? under : [],
    /** A small file at a name that is answered. */
    fileUrl: `http://files.example.com:${files.address().port}/terms.txt`,
    close() {
      socket.close();
      files.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Undefined where the port is taken, or not for this user. */
async function listen(address, port) {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, address);
    await once(socket, 'listening');
    return socket;
  } catch {
    socket.close();
    return undefined;
  }
}

/** RFC 1035 §4: the question again, and for type A one record. */
function answerTo(message) {
  const labels = [];
  let at = headBytes;
  for (; message[at] > 0; at += message[at] + 1) labels.push(message.toString('latin1', at + 1, at + 1 + message[at]));
  const end = at + 5;
  if (end > message.length || `.${labels.join('.').toLowerCase()}`.endsWith(`.${silentZone}`)) return undefined;
  const isAddress = message.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(message.subarray(0, headBytes));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(isAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  const record = isAddress ? Buffer.from('c00c0001000100000000' + '0004' + '7f000001', 'hex') : Buffer.alloc(0);
  return Buffer.concat([head, message.subarray(headBytes, end), record]);
}
