import { hrefOf } from '../../ui/route';

/** The two pages of one mail. They are links, so each can be kept, shared and gone back to. */
export function MailTabs({ id, open }: { readonly id: string; readonly open: 'email' | 'history' }) {
  return (
    <nav className="mail-tabs" aria-label="Pages of this mail">
      <a href={hrefOf({ name: 'email', id })} aria-current={open === 'email' ? 'page' : undefined}>
        Mail
      </a>
      <a href={hrefOf({ name: 'history', id, at: null })} aria-current={open === 'history' ? 'page' : undefined}>
        History
      </a>
    </nav>
  );
}
