import { hasControlCharacters } from '../../edge/text.js';

const maxCharacters = 255;

/** Programs, scripts and shortcuts that mail readers open with a click; receivers refuse mail that carries them. */
const blockedExtensions = new Set(
  `adp app asp bas bat cer chm cmd com cpl crt csh der exe fxp gadget hlp hta inf ins isp its js jse ksh lib lnk mad maf
  mag mam maq mar mas mat mau mav maw mda mdb mde mdt mdw mdz msc msh msh1 msh2 mshxml msh1xml msh2xml msi msp mst ops pcd
  pif plg prf prg reg scf scr sct shb shs sys ps1 ps1xml ps2 ps2xml psc1 psc2 tmp url vb vbe vbs vps vsmacros vss vst vsw
  vxd ws wsc wsf wsh xnk`.split(/\s+/),
);

/**
 * The bare name of a file, without the folders that it lay in; empty where there is none, undefined where it is no
 * name.
 */
export function attachmentName(given: string): string | undefined {
  if (hasControlCharacters(given)) return undefined;
  // Marks that turn the direction of writing would let `exe` look like `txt`; lone surrogates are no characters.
  const name = (given.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\p{Surrogate}/gu, '');
  return name.length > maxCharacters ? undefined : name.trim();
}

/**
 * In lower case. Characters that are not seen count for nothing, nor do dots and spaces at the end: systems that run
 * such files drop them. A colon ends a name on NTFS, where what follows it names a stream of the file.
 */
export function blockedExtension(name: string): string | undefined {
  return name
    .replace(/\p{Cf}/gu, '')
    .split(':')
    .map((part) => /\.([^.]*)$/.exec(part.replace(/[.\s]+$/, ''))?.[1]?.toLowerCase())
    .find((extension) => extension !== undefined && blockedExtensions.has(extension));
}

/**
 * The blocked extension in a media type's `name` parameter (RFC 2045 §5.1), which some readers take for the file's
 * name.
 */
export function blockedNameIn(mediaType: string): string | undefined {
  const [, quoted, bare = ''] = /;\s*name\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(mediaType) ?? [];
  return blockedExtension(quoted ?? bare);
}
