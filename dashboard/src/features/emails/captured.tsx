import { useState } from 'react';
import type { CapturedMessage } from '../../api/documents';
import { PlainText } from '../../ui/plain-text';
import { type Tab, Tabs } from '../../ui/tabs';
import { Clock } from '../../ui/time';
import { bodyTabs } from './email-body';

/** The messages that reached the built-in catcher for this mail, one for each delivery; the newest is open. */
export function Captured({ messages }: { readonly messages: readonly CapturedMessage[] }) {
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
      {!closed.has(place) && <Tabs label={`Captured message ${place + 1}`} tabs={messageTabs(message)} />}
    </details>
  ));
}

function messageTabs(message: CapturedMessage): Tab[] {
  return [
    ...bodyTabs(message.html, message.text, 'Captured message'),
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
