import type { ReactNode } from 'react';
import css from './auth-form.module.css';

/** The heading of a sign-in page and the text under it. */
export function AuthHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </header>
  );
}

/** Where codes arrive when the sandbox's mailbox receives all email. */
export function MailboxHint({ url }: { url: string | null | undefined }) {
  if (!url) return null;
  return (
    <p className={css.hint}>
      Emails sent from here arrive in the{' '}
      <a className={css.link} href={url} target="_blank" rel="noreferrer">
        mailbox
      </a>
      .
    </p>
  );
}
