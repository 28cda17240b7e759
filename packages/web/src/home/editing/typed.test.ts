import { beforeEach, expect, test, vi } from 'vitest';
import { typedFaqs, typedSections } from './typed.ts';

const kept = new Map<string, string>();
const section = {
  clientId: 'c',
  sectionType: 'Accordion',
  title: 'Good to know',
  audience: 'everyone',
  json: { items: [{ title: 'What does it cost?', description: '' }] },
  attachments: [],
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('typed text of the editor: what was kept is read again, by person and community, until it is forgotten', () => {
  const typed = { section: section as never, isNew: true, after: 'b' };
  typedSections('ines.makers').remember(typed);
  expect(typedSections('ines.makers').recall()).toEqual(typed);
  expect(typedSections('piet.makers').recall()).toBeUndefined();
  typedSections('ines.makers').remember(undefined);
  expect(kept.size).toBe(0);
  const faqs = { version: 3, items: [{ title: 'Is there parking?', description: 'No.' }] };
  typedFaqs('ines.makers').remember(faqs);
  expect(typedFaqs('ines.makers').recall()).toEqual(faqs);
});

test.each([
  ['no JSON', '{{'],
  ['null', 'null'],
  ['no section', JSON.stringify({ isNew: true })],
  ['a type that does not exist', JSON.stringify({ isNew: true, section: { ...section, sectionType: 'toString' } })],
  ['items that are no list', JSON.stringify({ isNew: true, section: { ...section, json: { items: 'three' } } })],
  ['an item that is null', JSON.stringify({ isNew: true, section: { ...section, json: { items: [null] } } })],
  ['no attachments', JSON.stringify({ isNew: true, section: { ...section, attachments: undefined } })],
])('typed text of the editor: %s in the browser is not shown as a section', (_name, text) => {
  kept.set('folkmoot.draft.home-dialog.me', text);
  expect(typedSections('me').recall()).toBeUndefined();
});

test.each([
  ['no version', JSON.stringify({ items: [] })],
  ['questions without text', JSON.stringify({ version: 1, items: [{ title: 'Is there parking?' }] })],
])('typed text of the editor: %s in the browser are not shown as questions', (_name, text) => {
  kept.set('folkmoot.draft.faqs.me', text);
  expect(typedFaqs('me').recall()).toBeUndefined();
});
