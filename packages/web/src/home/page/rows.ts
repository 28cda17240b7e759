import type { SectionView } from '@folkmoot/contract/home/sections-schema.ts';

/** One row of the page: a section, or a list of links beside what comes before it. */
export type PageRow = readonly [SectionView] | readonly [SectionView, SectionView];

/** The rows of a page: links that come after questions or a toggle list stand beside them where there is room. */
export function rowsOf(sections: readonly SectionView[]): PageRow[] {
  const rows: PageRow[] = [];
  for (const section of sections) {
    const last = rows.at(-1);
    const before = last?.length === 1 ? last[0] : undefined;
    const beside = before && (before.sectionType === 'Accordion' || before.sectionType === 'Faq');
    if (section.sectionType === 'Links' && before && beside) rows.splice(-1, 1, [before, section]);
    else rows.push([section]);
  }
  return rows;
}

/** Whether a page has house rules to lead to. `houseRulesIn` of the contract says where; visitors need not load it. */
export function hasHouseRules(sections: readonly SectionView[]): boolean {
  return sections.some(
    (section) => section.sectionType === 'Accordion' && section.json.items.some(({ isHouseRules }) => isHouseRules),
  );
}
