/** Text as it is, line for line. It scrolls, so it can be reached and moved with the keyboard. */
export function PlainText({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <pre className="plain" role="region" aria-label={label} tabIndex={0}>
      {children}
    </pre>
  );
}
