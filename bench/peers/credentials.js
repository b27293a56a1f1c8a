// One certificate, one signing key, one user for every system.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const sender = 'bench.example.com';
export const user = 'posthorn';
export const password = 're_bench_00000000000000000000000000';
export const selector = 'bench';

/** A self-signed ECDSA certificate and an RSA-2048 key for DKIM, as files in the folder. */
export function makeCredentials(folder) {
  const cert = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  const dkimKey = join(folder, 'dkim.pem');
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
  ]);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(dkimKey, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  for (const file of [key, dkimKey]) chmodSync(file, 0o644);
  return { cert, key, dkimKey, dkimPem: readFileSync(dkimKey, 'utf8') };
}
