import page from '../events/page/event.module.css';
import { LinkButton } from '../ui/layout/links.tsx';

/** Somebody with an account has followed the link to their ticket, and is signed out. */
export function SignInForTicket({ alias }: { alias: string }) {
  return (
    <section className={page.panel} aria-label="Your ticket">
      <p>Sign in to see your ticket.</p>
      <LinkButton to="/sign-in" search={{ next: `/${alias}#ticket` }} className={page.quiet} mt="sm">
        Sign in
      </LinkButton>
    </section>
  );
}
