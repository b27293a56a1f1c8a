/** The name in what was pasted: a URL, an address of mail, or the name with a dot behind it. */
export function nameIn(typed: string): string {
  const text = typed.trim();
  const [, host = text] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(text) ?? [];
  const [beforePath = ''] = host.split(/[/?#]/);
  const name = beforePath.slice(beforePath.lastIndexOf('@') + 1);
  return name.replace(/:\d*$/, '').replace(/\.$/, '').trim();
}
