import { describe, expect, test } from 'vitest';
import { holds, likeness, similarAmong } from './words-rules.ts';

describe('words that hold a question', () => {
  test.each<[string, string, boolean]>([
    ['Is the Scam over?', 'scam', true],
    ['Ist das ein ÄRGERNIS?', 'ärgernis', true],
    ['Ist das ein Argernis?', 'Ärgernis', true],
    ['When do we go to Scunthorpe?', 'cunt', false],
    ['Ask Dr Cockburn', 'cock', false],
    ['scams everywhere', 'scam', false],
    ['a "scam", they say', 'scam', true],
    ['buy bit coin now', 'bit coin', true],
    ['a bit of coin', 'bit coin', false],
    ['你是笨蛋吗', '笨蛋', true],
    ['你好吗', '笨蛋', false],
    ['他死了', '死', true],
    ['ｓｃａｍ', 'scam', true],
    ['sc\u200bam', 'scam', true],
    ['sc\u00adam?', 'scam', true],
    ['a s\u200dc\u2060am here', 'scam', true],
    ['خانه\u200cها کجاست', 'خانه', true],
    ['anything', '', false],
    ['anything', '!?', false],
  ])('%s, with %s', (text, word, expected) => expect(holds(text, ['other', word])).toBe(expected));
});

describe('similar questions', () => {
  test.each<[string, string]>([
    ['Will the talks be recorded?', 'Are the talks going to be recorded'],
    ['Will there be a recording of the talks?', 'Will the talks be recorded?'],
    ['Where can I park my bike?', 'where to park a BIKE'],
    ['Gibt es Parkplätze am Saal?', 'Wo sind Parkplätze beim Saal?'],
    ['会場に駐車場はありますか', '駐車場は会場にありますか'],
    ['停车场在哪里', '请问停车场在哪里？'],
    ['Y aura-t-il un enregistrement ?', 'Un enregistrement, il y en aura ?'],
  ])('%s ~ %s', (one, other) => expect(likeness(one, other)).toBeGreaterThanOrEqual(0.55));

  test.each<[string, string]>([
    ['What is the plan for the kiln?', 'What is the price for the ticket?'],
    ['Will the talks be recorded?', 'Will there be food?'],
    ['会場に駐車場はありますか', '録画はありますか'],
    ['What?', 'Why?'],
    ['', ''],
  ])('%s is not like %s', (one, other) => expect(likeness(one, other)).toBeLessThan(0.55));

  test('of several that are as much alike, the one with most votes', () => {
    const find = similarAmong([
      { content: 'Is there parking?', votes: 3 },
      { content: 'Where is parking?', votes: 12 },
      { content: 'Is there coffee?', votes: 40 },
    ]);
    expect(find('Will there be parking')?.votes).toBe(12);
    expect(find('Who pays for the glaze?')).toBeUndefined();
  });
});

test('a hold word is found behind letters that only look like its own', () => {
  expect(holds('Is it a sc\u0430m?', ['scam'])).toBe(true);
  expect(holds('Is it a SC\u0410M?', ['scam'])).toBe(true);
  expect(holds('\u0427\u0442\u043e \u044d\u0442\u043e?', ['scam'])).toBe(false);
});
