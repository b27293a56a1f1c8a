import { useState } from 'react';
import type { CapturedMessage } from '../../api/documents';
import { useAction } from '../../api/live';
import { PlainText } from '../../ui/plain-text';
import { ActionProblem } from '../../ui/problem-notice';
import { MailFrame } from '../../ui/mail-frame';
import { type Tab, Tabs } from '../../ui/tabs';
import { Clock } from '../../ui/time';
import { bodyTabs } from './email-body';

/** The messages that reached the built-in catcher for this mail, one for each delivery; the newest is open. */
export function Captured({ id, messages }: { readonly id: string; readonly messages: readonly CapturedMessage[] }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set(messages.slice(0, -1).keys()));
  if (messages.length === 0) {
    return <p className="faint">Nothing yet. Mail that goes to a relay never comes by here.</p>;
  }
  const toggle = (place: number, open: boolean): void =>
    setClosed((before) => {
      const after = new Set(before);
      if (open) after.delete(place);
      else after.add(place);
      return after;
    });
  return messages.map((message, place) => (
    // A catcher only ever adds messages, so a message's place is its name.
    <details key={place} open={!closed.has(place)} onToggle={(event) => toggle(place, event.currentTarget.open)}>
      <summary>
        <Clock at={message.received_at} /> <span className="wrap">for {message.recipients.join(', ')}</span>
      </summary>
      {!closed.has(place) && (
        <>
          {message.cut && <Whole id={id} number={message.number} size={message.size} />}
          <Tabs label={`Captured message ${place + 1}`} tabs={messageTabs(message)} />
        </>
      )}
    </details>
  ));
}

/** Large messages, and those that take long to read, are shown in part. */
function Whole({ id, number, size }: { readonly id: string; readonly number: number; readonly size: number }) {
  const download = useAction(async (api) => {
    const url = URL.createObjectURL(await api.capturedMessage(id, number));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${id}.eml` });
    link.click();
    URL.revokeObjectURL(url);
  });
  return (
    <>
      <p className="faint">
        Shown in part: it has {size.toLocaleString('en')} bytes.{' '}
        <button type="button" className="quiet" disabled={download.running} onClick={() => download.start()}>
          Download all of it
        </button>
      </p>
      <ActionProblem problem={download.problem} />
    </>
  );
}

function messageTabs(message: CapturedMessage): Tab[] {
  const rendered = message.html === null ? null : <MailFrame title="Captured message" document={message.html} />;
  return [
    ...bodyTabs(rendered, message.text),
    { name: 'Headers', content: <Headers message={message} /> },
    { name: 'Raw', content: <PlainText label="Raw message">{message.raw}</PlainText> },
  ];
}

function Headers({ message }: { readonly message: CapturedMessage }) {
  return (
    <dl className="headers">
      <div>
        <dt>MAIL FROM</dt>
        <dd>&lt;{message.reverse_path.replace(/^<|>$/g, '')}&gt;</dd>
      </div>
      {message.headers.map((header, place) => (
        // One name may come twice, and the order is part of the message.
        <div key={place}>
          <dt>{header.name}</dt>
          <dd>{header.value}</dd>
        </div>
      ))}
    </dl>
  );
}
