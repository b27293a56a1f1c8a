import type { ReactNode } from 'react';
import { useLive } from '../../api/live';
import { MailFrame } from '../../ui/mail-frame';
import { PlainText } from '../../ui/plain-text';
import { Loading, ProblemNotice } from '../../ui/problem-notice';
import { type Tab, Tabs } from '../../ui/tabs';

interface Props {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
}

export function EmailBody({ id, html, text }: Props) {
  const tabs = bodyTabs(html === null ? null : <Preview id={id} />, text);
  if (html !== null) tabs.push({ name: 'HTML source', content: <PlainText label="HTML source">{html}</PlainText> });
  if (tabs.length === 0) return <p className="faint">This mail has no body.</p>;
  return <Tabs label="Body of the mail" tabs={tabs} />;
}

/** As the server made it safe to show. A mail's body never changes, so it is asked for once. */
function Preview({ id }: { readonly id: string }) {
  const { value, problem } = useLive(`preview ${id}`, (api, signal) => api.preview(id, signal), {
    settled: () => true,
  });
  if (value === null) return problem === null ? <Loading what="this mail" /> : <ProblemNotice problem={problem} />;
  return (
    <>
      {value.cut && <p className="faint">Shown in part: it is too large, or takes too long to read.</p>}
      {value.html === null ? (
        <PlainText label="Mail body">{value.text ?? ''}</PlainText>
      ) : (
        <MailFrame title="Mail body" document={value.html} />
      )}
    </>
  );
}

/** The ways to read a body that are there. */
export function bodyTabs(rendered: ReactNode | null, text: string | null): Tab[] {
  const tabs: Tab[] = [];
  if (rendered !== null) tabs.push({ name: 'Rendered', content: rendered });
  if (text !== null) tabs.push({ name: 'Text', content: <PlainText label="Plain text">{text}</PlainText> });
  return tabs;
}
