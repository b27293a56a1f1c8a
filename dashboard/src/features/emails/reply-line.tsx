import type { Reply } from '../../api/documents';

/** The reply of the receiving side as it came: `550 5.1.1 No such user`. */
export function ReplyLine({ reply }: { readonly reply: Reply }) {
  return (
    <code className="reply">
      {[reply.code ?? 'no reply', enhancedCodeNotIn(reply.text, reply.enhanced_code), reply.text]
        .filter(Boolean)
        .join(' ')}
    </code>
  );
}

/** Receivers write the enhanced code (RFC 3463) at the start of the text; shown once is enough. */
function enhancedCodeNotIn(text: string, enhancedCode: string | null): string | null {
  return enhancedCode !== null && text.startsWith(enhancedCode) ? null : enhancedCode;
}
