import type { DomainReport } from '../../../domain/domain-report/domain-report.js';
import { attachedFiles } from './attached-files.js';
import { readDmarcReport } from './dmarc-report.js';
import { readTlsReport } from './tls-report.js';
import { mostBytes, unpacked } from './unpack.js';
import { XmlRefused } from './xml.js';

/** JSON is read in one go. */
const mostJsonCharacters = 1_000_000;

/**
 * Not for the thread of requests: a report of 7 MB takes most of a second, and fills some tens of megabytes.
 * @param message as it came, with CRLF
 * @returns undefined where it brings no report
 */
export async function readDomainReport(message: Buffer): Promise<DomainReport | undefined> {
  let bytes = 0;
  for (const file of attachedFiles(message)) {
    const content = await unpacked(file);
    bytes += content?.length ?? 0;
    if (bytes > mostBytes) return undefined;
    const report = content === undefined ? undefined : reportIn(content);
    if (report !== undefined) return report;
  }
  return undefined;
}

function reportIn(content: Buffer): DomainReport | undefined {
  const text = charactersOf(content).trimStart();
  if (text.startsWith('{') && text.length <= mostJsonCharacters) {
    const said = readTlsReport(text);
    return said && { kind: 'tls', said };
  }
  if (!text.startsWith('<')) return undefined;
  try {
    const said = readDmarcReport(text);
    return said && { kind: 'dmarc', said };
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
}

/** What a document begins with that is not in ASCII: its character set. */
const declared = /^<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{1,40})["']/;
const singleByte = new Set(['iso-8859-1', 'iso-8859-15', 'windows-1252', 'us-ascii', 'ascii']);

function charactersOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const [, charset = 'utf-8'] = declared.exec(bytes.toString('latin1', 0, 300)) ?? [];
  return singleByte.has(charset.toLowerCase()) ? bytes.toString('latin1') : new TextDecoder().decode(bytes);
}
