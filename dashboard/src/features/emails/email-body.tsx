import { MailFrame } from '../../ui/mail-frame';
import { PlainText } from '../../ui/plain-text';
import { type Tab, Tabs } from '../../ui/tabs';

interface Props {
  readonly html: string | null;
  readonly text: string | null;
}

export function EmailBody({ html, text }: Props) {
  const tabs = bodyTabs(html, text, 'Mail body');
  if (html !== null) tabs.push({ name: 'HTML source', content: <PlainText label="HTML source">{html}</PlainText> });
  if (tabs.length === 0) return <p className="faint">This mail has no body.</p>;
  return <Tabs label="Body of the mail" tabs={tabs} />;
}

/** The ways to read a body that are there. `title` names the frame for those who cannot see it. */
export function bodyTabs(html: string | null, text: string | null, title: string): Tab[] {
  const tabs: Tab[] = [];
  if (html !== null) tabs.push({ name: 'Rendered', content: <MailFrame title={title} html={html} /> });
  if (text !== null) tabs.push({ name: 'Text', content: <PlainText label="Plain text">{text}</PlainText> });
  return tabs;
}
