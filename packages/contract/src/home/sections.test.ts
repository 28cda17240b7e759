import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canSeeFaqs, changesBetween, houseRulesIn, inOrder, peopleOf, picturesOf, sectionsFor } from './rules.ts';
import { FaqList, LIMITS, TEXTS } from './schema.ts';
import { AccordionFields, SECTION_FIELDS, type SectionFields, Sections } from './sections-schema.ts';

const uuid = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
const base = (sectionType: string, json: object = {}, more: object = {}) => ({
  clientId: uuid(1),
  sectionType,
  title: 'Title',
  json,
  ...more,
});
const item = { title: 'Can I come?', description: '<p>Yes.</p>' };
const card = { title: 'Ines', subtitle: 'Kilns' };
const GOOD: Record<string, object> = {
  Accordion: { items: [item] },
  PhotoGallery: { items: [{ id: uuid(5), alt: 'Bowls' }] },
  Links: { items: [{ title: 'Handbook', url: 'handbook.example', date: '2026-05-02' }] },
  CardShowcase: { items: [{ ...card, image: uuid(6), personId: uuid(7), link: 'ines.example', bio: 'Runs it.' }] },
  CallToAction: { line: 'Come', button: 'Book', url: 'book.example' },
  Faq: {},
  NextEvents: { count: 6 },
  NewMembers: {},
};

/** What is wrong with a page, by path. */
const wrong = (sections: unknown[]) =>
  Object.fromEntries(Sections.safeParse(sections).error?.issues.map((one) => [one.path.join('.'), one.message]) ?? []);

describe('sections', () => {
  test.each(Object.entries(GOOD))('%s is read', (type, json) => {
    expect(wrong([base(type, json)])).toEqual({});
  });

  test.each<[string, string, object, Record<string, string>]>([
    ['Accordion', 'no title', { title: ' ', json: { items: [item] } }, { '0.title': TEXTS.required }],
    [
      'Accordion',
      'a long title',
      { title: 'x'.repeat(101), json: { items: [item] } },
      { '0.title': 'Max 100 characters allowed.' },
    ],
    ['Accordion', 'nothing in it', { json: { items: [] } }, { '0.items': TEXTS.accordionEmpty }],
    ['Accordion', 'too much in it', { json: { items: Array(51).fill(item) } }, { '0.items': TEXTS.accordionFull }],
    [
      'Accordion',
      'an empty item',
      { json: { items: [{ title: '', description: '<p> &nbsp;</p>' }] } },
      { '0.items.0.title': TEXTS.required, '0.items.0.description': TEXTS.required },
    ],
    [
      'Accordion',
      'a long item',
      { json: { items: [item, { title: 'x'.repeat(101), description: 'x'.repeat(2001) }] } },
      { '0.items.1.title': 'Max 100 characters allowed.', '0.items.1.description': 'Max 2000 characters allowed.' },
    ],
    [
      'Accordion',
      'two house rules',
      {
        json: {
          items: [
            { ...item, isHouseRules: true },
            { ...item, isHouseRules: true },
          ],
        },
      },
      { '0.items.1.isHouseRules': TEXTS.oneHouseRules },
    ],
    [
      'PhotoGallery',
      'no picture',
      { title: 'x'.repeat(101), json: { items: [] } },
      { '0.title': 'Max 100 characters allowed.', '0.items': TEXTS.pictureRequired },
    ],
    [
      'PhotoGallery',
      'too many',
      { json: { items: Array(31).fill({ id: uuid(5) }) } },
      { '0.items': TEXTS.galleryFull },
    ],
    ['Links', 'no link', { json: { items: [] } }, { '0.items': TEXTS.linksEmpty }],
    [
      'Links',
      'too many',
      { json: { items: Array(21).fill({ title: 'a', url: 'a.example' }) } },
      { '0.items': TEXTS.linksFull },
    ],
    [
      'Links',
      'nothing typed',
      { json: { items: [{ title: '', url: '' }] } },
      { '0.items.0.title': TEXTS.required, '0.items.0.url': TEXTS.required },
    ],
    [
      'Links',
      'a script',
      { json: { items: [{ title: 'a', url: 'javascript:alert(1)', date: 'May' }] } },
      { '0.items.0.url': 'Please enter valid URL.', '0.items.0.date': TEXTS.date },
    ],
    ['CardShowcase', 'no card', { json: { items: [] } }, { '0.items': TEXTS.cardsEmpty }],
    ['CardShowcase', 'too many', { json: { items: Array(25).fill(card) } }, { '0.items': TEXTS.cardsFull }],
    [
      'CardShowcase',
      'long texts',
      { json: { items: [{ title: 'x'.repeat(51), subtitle: '', bio: 'x'.repeat(251), link: 'kiln' }] } },
      {
        '0.items.0.title': 'Max 50 characters allowed.',
        '0.items.0.subtitle': TEXTS.required,
        '0.items.0.bio': 'Max 250 characters allowed.',
        '0.items.0.link': 'Please enter valid URL.',
      },
    ],
    [
      'CallToAction',
      'nothing typed',
      { json: { button: '', url: '' } },
      { '0.button': TEXTS.required, '0.url': TEXTS.required },
    ],
    [
      'CallToAction',
      'long texts',
      { title: 'x'.repeat(101), json: { line: 'x'.repeat(251), button: 'x'.repeat(51), url: 'kiln' } },
      {
        '0.title': 'Max 100 characters allowed.',
        '0.line': 'Max 250 characters allowed.',
        '0.button': 'Max 50 characters allowed.',
        '0.url': 'Please enter valid URL.',
      },
    ],
    ['NextEvents', 'four events', { json: { count: 4 } }, { '0.count': TEXTS.eventCount }],
  ])('%s with %s is refused', (type, _, section, said) => {
    expect(wrong([base(type, {}, section)])).toEqual(said);
  });

  test('everything that is wrong on a page is said at once', () => {
    const sections = [
      base('Faq'),
      base('Links', { items: [{ title: '', url: 'x.example' }] }, { clientId: 'no id' }),
      null,
      base('Accordion', { items: [item, { ...item, title: '' }] }, { clientId: uuid(2) }),
      base('Faq'),
    ];
    expect(Object.keys(wrong(sections)).sort()).toEqual([
      '1.clientId',
      '1.items.0.title',
      '2',
      '3.items.1.title',
      '4.clientId',
    ]);
  });

  test('a page has at most 20 sections and 200 KB', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => base('Faq', {}, { clientId: uuid(at) }));
    expect(wrong(many(LIMITS.sections))).toEqual({});
    expect(wrong(many(LIMITS.sections + 1))).toEqual({ '': TEXTS.tooManySections });
    const long = { items: Array(50).fill({ title: 'a', description: 'ü'.repeat(1900) }) };
    expect(wrong([base('Accordion', long)])).toEqual({});
    expect(wrong([base('Accordion', long), base('Accordion', long, { clientId: uuid(2) })])).toEqual({
      '': TEXTS.tooLarge,
    });
  });

  test('the order is the one that sections name, counted anew', () => {
    const sent = Sections.parse([
      base('Faq', {}, { clientId: uuid(1), order: 9 }),
      base('NextEvents', {}, { clientId: uuid(2), order: 3 }),
      base('NewMembers', {}, { clientId: uuid(3), order: 9 }),
    ] as never);
    expect(inOrder(sent).map(({ clientId, order }) => [clientId, order])).toEqual([
      [uuid(2), 0],
      [uuid(1), 1],
      [uuid(3), 2],
    ]);
  });

  test('what is read is read as itself, and the form of each type agrees with the wire', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const section = fc.oneof(
      fc.record({
        sectionType: fc.constant('Accordion' as const),
        title: texts,
        json: fc.record({
          items: fc.array(fc.record({ title: texts, description: texts, isHouseRules: fc.boolean() }), {
            maxLength: 3,
          }),
        }),
      }),
      fc.record({
        sectionType: fc.constant('Links' as const),
        title: texts,
        json: fc.record({
          items: fc.array(fc.record({ title: texts, url: fc.oneof(fc.webUrl(), texts) }), { maxLength: 3 }),
        }),
      }),
      fc.record({
        sectionType: fc.constant('CallToAction' as const),
        title: texts,
        json: fc.record({ line: texts, button: texts, url: fc.oneof(fc.webUrl(), fc.domain()) }),
      }),
    );
    fc.assert(
      fc.property(section, (given) => {
        const read = Sections.safeParse([{ ...given, clientId: uuid(1) } as never]);
        const form = SECTION_FIELDS[given.sectionType].safeParse({ title: given.title, ...given.json });
        const rules = given.sectionType === 'Accordion' ? given.json.items.filter((one) => one.isHouseRules).length : 0;
        if (rules < 2) expect(read.success).toBe(form.success);
        if (!read.success) {
          const paths = read.error.issues.map((issue) => issue.path.slice(1).join('.'));
          if (rules < 2) expect(paths).toEqual(form.error?.issues.map((issue) => issue.path.join('.')));
          return;
        }
        expect(Sections.parse(JSON.parse(JSON.stringify(read.data)))).toEqual(read.data);
      }),
    );
  });

  test('names lose what nobody sees', () => {
    expect(AccordionFields.parse({ title: ' Good\u202e to\nknow ', items: [item] }).title).toBe('Good to know');
    expect(AccordionFields.safeParse({ title: '\u200b\u2800', items: [item] }).success).toBe(false);
  });
});

test('FAQs are 50 at most, each with a title and a text', () => {
  const said = (faqs: unknown[]) =>
    FaqList.safeParse({ faqs }).error?.issues.map((one) => `${one.path.join('.')} ${one.message}`);
  expect(said(Array(50).fill(item))).toBeUndefined();
  expect(said(Array(51).fill(item))).toEqual([`faqs ${TEXTS.faqsFull}`]);
  expect(said([{ title: 'x'.repeat(101), description: '' }])).toEqual([
    'faqs.0.title Max 100 characters allowed.',
    'faqs.0.description This field is required.',
  ]);
});

describe('rules', () => {
  const [faq, members, hidden] = Sections.parse([
    base('Faq'),
    base('Accordion', { items: [item, { ...item, isHouseRules: true }] }, { clientId: uuid(2), audience: 'members' }),
    base('CardShowcase', GOOD.CardShowcase, { clientId: uuid(3), isHidden: true }),
  ] as never) as [SectionFields, SectionFields, SectionFields];

  test('visitors get what is for everyone, members more, editors all of it', () => {
    expect(sectionsFor([faq, members, hidden], 'visitor')).toEqual([faq]);
    expect(sectionsFor([faq, members, hidden], 'member')).toEqual([faq, members]);
    expect(sectionsFor([faq, members, hidden], 'editor')).toEqual([faq, members, hidden]);
  });

  test('FAQs that a page shows to members only are kept from others', () => {
    expect(canSeeFaqs([members], 'visitor')).toBe(true);
    expect(canSeeFaqs([faq], 'visitor')).toBe(true);
    expect(canSeeFaqs([{ ...faq, audience: 'members' }], 'visitor')).toBe(false);
    expect(canSeeFaqs([{ ...faq, audience: 'members', isHidden: true }], 'visitor')).toBe(false);
    expect(canSeeFaqs([{ ...faq, audience: 'members' }], 'member')).toBe(true);
    expect(canSeeFaqs([{ ...faq, audience: 'members' }, faq], 'visitor')).toBe(true);
  });

  test('pictures, people and house rules are found', () => {
    expect([faq, members, hidden].flatMap(picturesOf)).toEqual([uuid(6)]);
    expect([faq, members, hidden].flatMap(peopleOf)).toEqual([uuid(7)]);
    expect(houseRulesIn([faq, members])).toEqual({ clientId: uuid(2), index: 1 });
    expect(houseRulesIn([faq, hidden])).toBeNull();
  });

  test('what publishing changes is added, removed, changed or only moved', () => {
    const changed = { ...members, title: 'New title' } as SectionFields;
    const ids = (list: { clientId: string }[]) => list.map(({ clientId }) => clientId);
    const all = changesBetween([faq, members], [hidden, changed, faq]);
    expect([ids(all.added), ids(all.removed), ids(all.changed), ids(all.moved)]).toEqual([
      [uuid(3)],
      [],
      [uuid(2)],
      [uuid(1)],
    ]);
    const none = changesBetween([faq, members], [faq, { ...members, order: 7 } as SectionFields]);
    expect(Object.values(none).flat()).toEqual([]);
    expect(ids(changesBetween([faq, members], [members]).removed)).toEqual([uuid(1)]);
  });
});
