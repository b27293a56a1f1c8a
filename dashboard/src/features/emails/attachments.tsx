import type { Attachment } from '../../api/documents';
import { useLive } from '../../api/live';
import { ProblemNotice } from '../../ui/problem-notice';
import { Section } from '../../ui/section';

/** The files of a mail, where it has any. */
export function Attachments({ id }: { readonly id: string }) {
  // They never change. Their links last for an hour, and a page that comes to the front asks for new ones.
  const list = useLive(`attachments ${id}`, (api, signal) => api.attachments(id, signal), { settled: () => true });
  const files = list.value?.data ?? [];
  if (files.length === 0 && list.problem === null) return null;
  return (
    <Section title="Attachments" className="mail-attachments">
      <ProblemNotice problem={list.problem} />
      <ul className="rows files">
        {files.map((file) => (
          <li key={file.id}>
            <File file={file} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function File({ file }: { readonly file: Attachment }) {
  const name = file.filename ?? 'without a name';
  return (
    <>
      <span className="wrap">{name}</span>
      <span className="faint wrap">
        {file.content_type}, {bytesText(file.size)}
        {file.content_disposition === 'inline' && ', inside the html'}
      </span>
      <a href={onThisOrigin(file.download_url)} download={file.filename ?? ''} rel="noreferrer">
        Download<span className="unseen"> {name}</span>
      </a>
    </>
  );
}

/** The server names itself by its public address, and this page may be open under another one (a tunnel, localhost). */
function onThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return `${pathname}${search}`;
}

function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
