import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** PEM, both. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const commonName = [0x55, 0x04, 0x03];
const subjectAltName = [0x55, 0x1d, 0x11];
const basicConstraints = [0x55, 0x1d, 0x13];
const subjectKeyIdentifier = [0x55, 0x1d, 0x0e];

/**
 * A new ECDSA P-256 key and an X.509 v3 certificate (RFC 5280 §4.1) that it signs itself, for these names and
 * addresses. Encrypts like any other and proves nothing about who is at the other end.
 */
export function makeSelfSigned(
  names: readonly [string, ...string[]],
  notBefore: Date,
  notAfter: Date,
): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const tbs = toBeSigned(publicKey, names, notBefore, notAfter);
  const signature = sign('sha256', tbs, privateKey);
  const der = sequence(tbs, sequence(oid(ecdsaWithSha256)), bitString(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function toBeSigned(
  publicKey: KeyObject,
  names: readonly [string, ...string[]],
  notBefore: Date,
  notAfter: Date,
): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const name = sequence(tagged(0x31, sequence(oid(commonName), tagged(0x0c, Buffer.from(names[0].slice(0, 64))))));
  const keyId = createHash('sha1').update(spki).digest();
  const extensions = sequence(
    extension(subjectAltName, sequence(...names.map(generalName))),
    extension(basicConstraints, sequence(tagged(0x01, Buffer.of(0xff))), true),
    extension(subjectKeyIdentifier, tagged(0x04, keyId)),
  );
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    // Positive, and never shorter than its first byte says.
    tagged(0x02, Buffer.concat([Buffer.of(0x40), randomBytes(15)])),
    sequence(oid(ecdsaWithSha256)),
    name,
    sequence(time(notBefore), time(notAfter)),
    name,
    spki,
    tagged(0xa3, extensions),
  );
}

function extension(id: readonly number[], value: Buffer, critical = false): Buffer {
  return sequence(oid(id), ...(critical ? [tagged(0x01, Buffer.of(0xff))] : []), tagged(0x04, value));
}

/** RFC 5280 §4.2.1.6. */
function generalName(name: string): Buffer {
  if (isIP(name) === 0) return tagged(0x82, Buffer.from(name, 'ascii'));
  return tagged(0x87, Buffer.from(ipaddr.parse(name).toByteArray()));
}

/** RFC 5280 §4.1.2.5: two digits of the year until 2049. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : tagged(0x18, Buffer.from(digits, 'ascii'));
}

const oid = (encoded: readonly number[]): Buffer => tagged(0x06, Buffer.from(encoded));
const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const bitString = (bits: Buffer): Buffer => tagged(0x03, Buffer.concat([Buffer.of(0), bits]));

/** Distinguished encoding (X.690 §8.1.3, §10.1): the length in as few octets as it takes. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff);
  return Buffer.concat([Buffer.of(tag, 0x80 | octets.length, ...octets), content]);
}
