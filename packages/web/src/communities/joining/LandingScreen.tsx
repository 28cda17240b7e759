import { getInstallation } from '@folkmoot/contract/accounts/api.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { apiQuery } from '../../core/queries.ts';
import { LinkButton } from '../../ui/layout/links.tsx';
import { usePageTitle } from '../../ui/layout/usePageTitle.ts';
import { DiscoverScreen } from './DiscoverScreen.tsx';
import css from './landing.module.css';

/** The start page of visitors: what this is, how to begin, and what there is to discover. A new installation has no owner yet. */
export function LandingScreen() {
  const installation = useQuery(apiQuery(getInstallation, {})).data;
  return installation?.owned === false ? <NewInstallation /> : <DiscoverScreen welcome={<Welcome />} />;
}

function Welcome() {
  return (
    <Hero
      title="A home for your community"
      lead="Talk in channels, plan events and meet, all in one place. Join a community below, or start your own."
    >
      <LinkButton to="/sign-up" size="md">
        Create an account
      </LinkButton>
      <LinkButton to="/events/discover" variant="default" size="md">
        Browse events
      </LinkButton>
    </Hero>
  );
}

/** Before anybody has signed up. */
function NewInstallation() {
  usePageTitle('Welcome');
  return (
    <div className={css.new}>
      <Hero
        title="Your Folkmoot is ready"
        lead="The first account owns this installation. Create yours, confirm your email address, then start your community."
      >
        <LinkButton to="/sign-up" size="md">
          Create the first account
        </LinkButton>
      </Hero>
    </div>
  );
}

type HeroProps = { title: string; lead: string; children: ReactNode };

function Hero({ title, lead, children }: HeroProps) {
  return (
    <section className={css.hero} aria-labelledby="welcome">
      <div className={css.words}>
        <h1 id="welcome" className={css.title}>
          {title}
        </h1>
        <p className={css.lead}>{lead}</p>
        <div className={css.actions}>{children}</div>
      </div>
      <img className={css.art} src="/art/covers/500x250/midsummer.webp" alt="" width={500} height={250} />
    </section>
  );
}
