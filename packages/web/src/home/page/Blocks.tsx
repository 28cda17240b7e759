import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { CallToAction } from './CallToAction.tsx';
import { Cards } from './Cards.tsx';
import { Gallery } from './Gallery.tsx';
import { Links } from './Links.tsx';
import { NewMembers } from './NewMembers.tsx';

/** The sections that only some pages have: pictures, people, and what leads to other sites. */
export function Blocks({ section }: { section: SectionView }) {
  switch (section.sectionType) {
    case 'PhotoGallery':
      return <Gallery section={section} />;
    case 'Links':
      return <Links items={section.json.items} />;
    case 'CardShowcase':
      return <Cards section={section} />;
    case 'CallToAction':
      return <CallToAction section={section} />;
    case 'NewMembers':
      return <NewMembers />;
    default:
      return null;
  }
}
