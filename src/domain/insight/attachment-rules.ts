import { withoutTrailing } from '../shared/without-trailing.js';
import type { AttachmentFacts } from './facts.js';
import { attention, improvement, passed, rule, unchecked } from './finding.js';
import { sources } from './sources.js';
import { counted, listed, sizeOf } from '../shared/findings.js';

/** What Gmail refuses, bare or in an archive. */
const executable = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar
  jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh
  xll`.split(/\s+/),
);
/** Documents of Office that may run macros. */
const withMacros = new Set('docm dotm xlsm xltm xlam pptm potm ppam ppsm sldm'.split(' '));
/** Archives that are not looked into. */
const closedArchives = new Set('7z ace arj bz2 gz lzh rar tgz xz'.split(' '));

/** Gmail takes no larger message. */
const gmailBytes = 25 * 1024 * 1024;
/** Postfix takes no larger message where nothing else is set: `message_size_limit`. */
const postfixBytes = 10_240_000;

const attachmentKinds = rule(
  'attachment-kinds',
  {
    title: 'Attachments are of kinds that receivers take',
    why: 'Receivers refuse programs, documents that run code, and archives that they cannot look into.',
    source: sources.gmailFileTypes,
  },
  ({ attachments }) => {
    if (attachments.length === 0) return passed('There are no attachments.');
    const problems = attachments.flatMap((attachment) => problemOf(attachment) ?? []);
    if (problems.length > 0) {
      return attention(
        `${problems.join('; ')}.`,
        'Offer the file for download on a page of yours and link to it, or send it as PDF.',
      );
    }
    const closed = attachments.filter(isClosed);
    if (closed.length > 0) {
      return unchecked(`${listed(closed.map(nameOf))} cannot be looked into here`);
    }
    return passed(`${counted(attachments.length, 'attachment')}, none that receivers are known to refuse.`);
  },
);

const messageSize = rule(
  'message-size',
  {
    title: 'The message is small enough for receivers',
    why: 'Gmail refuses messages over 25 MB, attachments in base64 included; many servers stop at 10 MB.',
    source: sources.gmailSize,
  },
  ({ bytes }) => {
    const seen = `The whole message is ${sizeOf(bytes)}`;
    const remedy = 'Link to large files in place of attaching them.';
    if (bytes > gmailBytes) return attention(`${seen}: Gmail refuses it.`, remedy);
    if (bytes > postfixBytes) return improvement(`${seen}: more than many servers take.`, remedy);
    return passed(`${seen}.`);
  },
);

export const attachmentRules = [attachmentKinds, messageSize];

const mostNameCharacters = 200;
/** An archive may have names of 64 KB, and an email hundreds of archives. */
const shortened = (name: string): string =>
  name.length > mostNameCharacters ? `${name.slice(0, mostNameCharacters)}…` : name;

const nameOf = ({ filename, contentType }: AttachmentFacts): string => shortened((filename ?? contentType).trim());

function extensionOf(name: string): string {
  return /\.([^.]*)$/.exec(withoutTrailing(name, '. \t\r\n\u00a0'))?.[1]?.trim().toLowerCase() ?? '';
}

function problemOf(attachment: AttachmentFacts): string | undefined {
  const { filename, archive } = attachment;
  const name = nameOf(attachment);
  const kind = kindOf(filename ?? '');
  if (kind !== undefined) return `${name} is ${kind}`;
  if (archive?.kind !== 'known') return undefined;
  const inside = archive.value.files.find((file) => kindOf(file) !== undefined);
  if (inside !== undefined) return `${name} holds ${shortened(inside)}, ${kindOf(inside)}`;
  return archive.value.encrypted ? `${name} is an archive with a password` : undefined;
}

function kindOf(name: string): string | undefined {
  const extension = extensionOf(name);
  if (executable.has(extension)) return 'a program or an image of a disk';
  return withMacros.has(extension) ? 'a document with macros' : undefined;
}

function isClosed({ filename, archive }: AttachmentFacts): boolean {
  return archive?.kind === 'unknown' || closedArchives.has(extensionOf(filename ?? ''));
}
