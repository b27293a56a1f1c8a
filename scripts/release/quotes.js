/** A line that names a file, and the block behind it. */
const quote = /^(<!-- (deploy\/\S+) -->\n```\w*\n)[^]*?(^```$)/gm;

/** The page with each quoted file as it is. */
export function withQuotes(page, contentOf) {
  return page.replaceAll(quote, (_, begin, path, end) => `${begin}${contentOf(path).trimEnd()}\n${end}`);
}
