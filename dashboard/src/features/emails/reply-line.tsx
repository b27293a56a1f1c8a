import type { Reply } from '../../api/documents';

/** What the receiving side said, as it said it: `550 5.1.1 No such user`. */
export function ReplyLine({ reply }: { readonly reply: Reply }) {
  return (
    <code className="reply">
      {[reply.code ?? 'no reply', reply.enhanced_code, reply.text].filter(Boolean).join(' ')}
    </code>
  );
}
