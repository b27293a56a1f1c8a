import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly note?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A labelled region of the page. */
export function Section({ title, note, className = '', children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="faint">{note}</span>}
      </div>
      {children}
    </section>
  );
}
