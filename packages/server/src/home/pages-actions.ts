import { sectionsFor } from '@folkmoot/contract/home/rules.ts';
import type { FaqView } from '@folkmoot/contract/home/schema.ts';
import type { HomeView } from '@folkmoot/contract/home/sections-schema.ts';
import type { HomeOnPage } from '../communities/pages-actions.ts';
import type { Clock } from '../core/clock.ts';
import { textOf } from '../core/http/html.ts';
import { type Parts, publishedOf } from './handlers.ts';

/** Questions that search engines are told of at most. */
const TOLD = 50;

/** What visitors get at the address of a public community. Nothing of drafts, nor of what is for members. */
export function createHomeOnPage(parts: Pick<Parts, 'sessions' | 'countOnline'>, clock: Clock): HomeOnPage {
  return async (db, serverId) => {
    const home = await publishedOf(db, parts, serverId, undefined, clock.now());
    return { answer: JSON.stringify({ data: home }), thing: () => faqPage(home) };
  };
}

/** The questions of a page in the words of schema.org: https://schema.org/FAQPage. */
function faqPage(home: HomeView): object | undefined {
  const listed = sectionsFor(home.sections, 'visitor').flatMap((section): FaqView[] => {
    if (section.sectionType === 'Faq') return home.faqs;
    return section.sectionType === 'Accordion' ? section.json.items.filter(isQuestion) : [];
  });
  if (listed.length === 0) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: listed.slice(0, TOLD).map(({ title, description }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: textOf(description) },
    })),
  };
}

/** A list that opens and closes may be of anything; only what asks something is a question. */
function isQuestion({ title }: FaqView): boolean {
  return /[?？؟]\s*$/.test(title);
}
