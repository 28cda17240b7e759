import type { SectionType, SectionView } from '@folkmoot/contract/home/sections-schema.ts';
import { expect, test } from 'vitest';
import { rowsOf } from './rows.ts';

const page = (...types: SectionType[]) =>
  rowsOf(types.map((sectionType) => ({ sectionType }) as SectionView)).map((row) =>
    row.map(({ sectionType }) => sectionType).join(' + '),
  );

test('rows: links stand beside the questions or the toggle list before them', () => {
  expect(page('Accordion', 'Links')).toEqual(['Accordion + Links']);
  expect(page('NextEvents', 'Faq', 'Links', 'CallToAction')).toEqual(['NextEvents', 'Faq + Links', 'CallToAction']);
});

test('rows: elsewhere, and a second time, they have a row of their own', () => {
  expect(page('Links', 'Accordion')).toEqual(['Links', 'Accordion']);
  expect(page('Accordion', 'Links', 'Links')).toEqual(['Accordion + Links', 'Links']);
  expect(page('Accordion', 'PhotoGallery', 'Links')).toEqual(['Accordion', 'PhotoGallery', 'Links']);
  expect(rowsOf([])).toEqual([]);
});
