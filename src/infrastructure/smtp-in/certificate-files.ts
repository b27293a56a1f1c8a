import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { KeyAndCertificate } from './self-signed.js';
import { codeOf } from '../../domain/shared/members.js';

/** Paths of PEM files, the certificate with its chain. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** The certificate cannot be used. The message names setting and file and says what to do. */
export class CertificateUnusable extends Error {
  readonly code = 'certificate-unusable';
}

/** Throws {@link CertificateUnusable} where the files cannot be read or do not belong together. */
export async function readCertificate(files: CertificateFiles): Promise<KeyAndCertificate> {
  const names = { cert: `${files.cert} (SMTP_TLS_CERT)`, key: `${files.key} (SMTP_TLS_KEY)` };
  const pair = { cert: await readAs(names.cert, files.cert), key: await readAs(names.key, files.key) };
  const problem = problemWith(pair, names);
  if (problem !== undefined) throw new CertificateUnusable(problem);
  return pair;
}

async function readAs(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CertificateUnusable(`${name} ${whyUnreadable(codeOf(error))}`);
  }
}

function whyUnreadable(code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist. Correct the path, or unset SMTP_TLS_CERT and SMTP_TLS_KEY for a self-signed certificate.';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be read by this user. Give the user of the server a copy that it can read (deploy/certificates does).';
    case 'EISDIR':
      return 'is a folder. Name the PEM file in it.';
    default:
      return `cannot be read (${code ?? 'unknown failure'}). Name a PEM file.`;
  }
}

const certificateMark = '-----BEGIN CERTIFICATE-----';
const keyMark = /-----BEGIN (?:\w+ )?PRIVATE KEY-----/;

/** @returns undefined where TLS can be served with the pair. */
function problemWith({ cert, key }: KeyAndCertificate, names: CertificateFiles): string | undefined {
  if (!cert.includes(certificateMark)) {
    return keyMark.test(cert) && key.includes(certificateMark)
      ? `${names.cert} holds the key, and ${names.key} the certificate. Exchange the two paths.`
      : `${names.cert} holds no PEM certificate. Name a file with ${certificateMark} in it; openssl x509 -inform der converts a binary one.`;
  }
  const chain = certificatesIn(cert);
  const [own] = chain;
  if (own === undefined) return `${names.cert} holds a damaged certificate. Copy the file again.`;
  if (/ENCRYPTED/.test(key)) {
    return `${names.key} is protected by a passphrase, which a server cannot enter. Save it without one: openssl pkey -in <file> -out <file>.`;
  }
  if (!keyMark.test(key)) return `${names.key} holds no PEM private key. Name a file with BEGIN PRIVATE KEY in it.`;
  const privateKey = parsed(() => createPrivateKey(key));
  if (privateKey === undefined) return `${names.key} holds a damaged key. Copy the file again.`;
  if (!own.checkPrivateKey(privateKey)) {
    return chain.some((other) => other.checkPrivateKey(privateKey))
      ? `${names.cert} begins with the certificate of an authority. Put the certificate of this server first, then its chain.`
      : `${names.key} is not the key of the certificate in ${names.cert}. Name two files that were issued together.`;
  }
  return parsed(() => createSecureContext({ cert, key })) === undefined
    ? `${names.cert} and ${names.key} are rejected by OpenSSL: the key is too short, or the signature too weak. Have a certificate issued with an EC key of 256 bits or an RSA key of 2048 bits.`
    : undefined;
}

/** From when until when clients accept it. ISO 8601. */
export function certificateTimes({ cert }: Pick<KeyAndCertificate, 'cert'>): {
  readonly validFrom: string;
  readonly validTo: string;
} {
  const { validFrom, validTo } = new X509Certificate(cert);
  return { validFrom: new Date(validFrom).toISOString(), validTo: new Date(validTo).toISOString() };
}

/** Empty where one of them is damaged. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return parsed(() => texts.map((text) => new X509Certificate(text))) ?? [];
}

function parsed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
