import { type ReactNode, useEffect, useRef } from 'react';

/** The one `h1`. It takes the focus when a page opens, so that a screen reader starts there and Tab goes on from it. */
export function PageHeading({ title, aside }: { readonly title: string; readonly aside?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.title = `${title} · Posthorn`;
  }, [title]);
  return (
    <div className="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {aside}
    </div>
  );
}
