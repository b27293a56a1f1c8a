import { createHash, X509Certificate } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { type CertificateFiles, readCertificate } from './certificate-files.js';
import { type KeyAndCertificate, makeSelfSigned } from './self-signed.js';

const fileName = 'smtp-self-signed.pem';
const lifeYears = 10;
const dayMs = 86_400_000;

/**
 * The self-signed certificate of this folder, made where there is none or where its time is up. One file, readable by
 * its owner only: key and certificate can never be of two makings.
 */
export async function selfSignedIn(dataDir: string, hostName: string, nowMs: number): Promise<KeyAndCertificate> {
  const path = join(dataDir, fileName);
  const existing = await readFile(path, 'utf8').then(split, () => undefined);
  if (existing !== undefined && Date.parse(new X509Certificate(existing.cert).validTo) > nowMs + dayMs) return existing;
  const notAfter = new Date(nowMs);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + lifeYears);
  const names = [...new Set([hostName, 'localhost', '127.0.0.1', '::1'])] as [string, ...string[]];
  const made = makeSelfSigned(names, new Date(nowMs - dayMs), notAfter);
  const draft = `${path}.${createHash('sha256').update(made.cert).digest('hex').slice(0, 16)}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${made.key}${made.cert}`);
    await unlink(path).catch(() => undefined);
    await link(draft, path);
  } finally {
    await file.close();
    await unlink(draft);
  }
  return made;
}

/** Undefined where the text is not a key and a certificate. */
function split(text: string): KeyAndCertificate | undefined {
  const at = text.indexOf('-----BEGIN CERTIFICATE-----');
  const pair = { key: text.slice(0, Math.max(at, 0)), cert: text.slice(Math.max(at, 0)) };
  try {
    createSecureContext(pair);
    return pair.key === '' ? undefined : pair;
  } catch {
    return undefined;
  }
}

export interface FollowOptions {
  /** The pair in use. */
  readonly current: KeyAndCertificate;
  readonly everyMs: number;
  readonly signal: AbortSignal;
  readonly onChange: (certificate: KeyAndCertificate) => void;
  /** Once for each kind of trouble; the certificate in use stays, and the next look may find another. */
  readonly onFailure: (error: Error) => void;
  /** After such a trouble. */
  readonly onReadable?: () => void;
}

/** Follows the two files until the signal aborts; the answered function looks at once. */
export function followCertificate(files: CertificateFiles, options: FollowOptions): () => Promise<void> {
  const { everyMs, signal, onChange, onFailure, onReadable } = options;
  let current = options.current;
  let trouble: string | undefined;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const read = await readCertificate(files);
      if (trouble !== undefined) onReadable?.();
      trouble = undefined;
      if (signal.aborted || (read.cert === current.cert && read.key === current.key)) return;
      current = read;
      onChange(read);
    } catch (error) {
      // Between the writing of the two files they do not go together: that is no news each time.
      if (!(error instanceof Error) || error.message === trouble) return;
      trouble = error.message;
      onFailure(error);
    }
  }

  const lookOnce = (): Promise<void> => (looking ??= look().finally(() => (looking = undefined)));
  const timer = setInterval(() => void lookOnce(), everyMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return async () => {
    // A look under way may have read one of the files before it changed.
    await looking;
    await lookOnce();
  };
}
