import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Wordmark } from '../../ui/identity/Logo.tsx';
import { LinkButton, PlainLink } from '../../ui/layout/links.tsx';
import css from './public.module.css';

/** The bar of public pages, for visitors. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const next = useLocation({ select: ({ href }) => href });
  return (
    <>
      <a className={css.skip} href="#main">
        Skip to content
      </a>
      <header className={css.bar}>
        <PlainLink to="/" className={css.brand} aria-label="Folkmoot, home page">
          <Wordmark />
        </PlainLink>
        <span className={css.grow} />
        <PlainLink to="/discover" className={css.link}>
          Discover
        </PlainLink>
        <LinkButton to="/sign-in" search={{ next }} variant="default">
          Sign in
        </LinkButton>
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
    </>
  );
}
