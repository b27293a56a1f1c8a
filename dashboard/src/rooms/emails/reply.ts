import type { Reply } from './documents';

/** `550 5.1.1 No such user`, as the receiver said it; codes that its lines begin with are not said twice. */
export function spoken({
  code,
  enhanced_code: enhanced,
  text,
}: Pick<Reply, 'code' | 'enhanced_code' | 'text'>): string {
  const codes = [code, enhanced].filter((part) => part !== null).map(String);
  let rest = text;
  for (const part of codes) {
    if (rest === part || rest.startsWith(`${part} `)) rest = rest.slice(part.length).trimStart();
    rest = rest.replaceAll(`\n${part} `, '\n');
  }
  return [...codes, rest].filter((part) => part !== '').join(' ');
}
