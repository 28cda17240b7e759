import { DENSE_ONLY, type Token, tokensOf } from '../core/words/tokens.ts';

/*
 * What a question is about, as far as its words tell. Pure, and the same in the browser: a composer compares what is typed
 * with the questions that it has.
 */

/** Soft hyphens, joiners and the like: nobody sees them inside a word. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Whether a text contains one of the words as a whole word: without case, accents and what is invisible inside it, and in scripts
 * without spaces as characters beside one another.
 */
export function holds(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  if (hasWord(text, words)) return true;
  const bare = text.replace(INVISIBLE, '');
  const bareWords = words.map((word) => word.replace(INVISIBLE, ''));
  if (bare !== text && hasWord(bare, bareWords)) return true;
  const plain = asLatin(bare);
  return plain !== bare && hasWord(plain, bareWords.map(asLatin));
}

/** Cyrillic and Greek letters that look like Latin ones, with these. */
const ALIKE = new Map(
  'аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwѵvαaοoρpνvιiκkτtυu'.match(/../gu)?.map(([seen = '', latin = '']) => [seen, latin]),
);

/** A text with the letters that it seems to have. */
const asLatin = (text: string) =>
  text.toLowerCase().replace(/[\p{sc=Cyrl}\p{sc=Grek}]/gu, (letter) => ALIKE.get(letter) ?? letter);

function hasWord(text: string, words: readonly string[]): boolean {
  const tokens = tokensOf(text);
  const byPosition = new Map(tokens.map((token) => [token.at, token]));
  return words.some((word) => {
    const steps = tokensOf(word, true);
    const [first] = steps;
    if (!first) return false;
    return tokens.some(({ at }) =>
      steps.every((step) => isWord(byPosition.get(at + step.at - first.at), step.forms[0] ?? '')),
    );
  });
}

/** A single character of a script without spaces is found wherever it begins a pair. */
function isWord(token: Token | undefined, wanted: string): boolean {
  const isCharacter = DENSE_ONLY.test(wanted) && [...wanted].length === 1;
  return token?.forms.some((form) => (isCharacter ? form.startsWith(wanted) : form === wanted)) === true;
}

/** Words that say nothing about what a question is about. */
const COMMON = new Set(
  [
    'a an and any anyone are as at be been but by can could did do does for from get give had has have how i if in into is it its just know like may me more my need no not of on or our please really shall should so some tell than that the their them there they think this those to too us want was we were what when where which who whom whose why will with would you your',
    'aber als am auch auf aus bei bin bist da das dass dem den der des die dies doch du ein eine einem einen einer er es fur gibt hat haben hier ich ihr im in ist ja kann kein konnen man mehr mich mir mit nach nicht noch oder sein sich sie sind so uber um und uns von wann war warum was welche wenn wer werden wie wir wird wo zu zum zur',
    'au aux avec ce ces cette comment dans de des du elle en est et il ils je la le les leur lui mais mon ne nous on ou par pas plus pour pourquoi quand que quel quelle qui quoi sa se ses son sont sur un une vous',
    'al algo como con cual cuando cuanto del donde el ella en es esta este hay la las lo los me mi no nos o para pero por porque que quien se ser si sin son su te tu un una y ya',
  ].flatMap((list) => list.split(' ')),
);
/** Words are alike if they begin alike: `record`, `recorded` and `recording` are one. */
const STEM = 6;
const HIRAGANA = /^\p{sc=Hira}+$/u;

/** What a text is about: its words, with how much each says. */
export type Themes = ReadonlyMap<string, number>;

export function themesOf(text: string): Themes {
  const themes = new Map<string, number>();
  for (const { forms } of tokensOf(text)) {
    const [form = ''] = forms;
    if (DENSE_ONLY.test(form)) {
      // The last character alone is there for searches. Kana alone is mostly grammar.
      if ([...form].length > 1) themes.set(form, HIRAGANA.test(form) ? 0.2 : 1);
    } else if (!COMMON.has(form)) themes.set([...form].slice(0, STEM).join(''), form.length > 3 ? 1 : 0.5);
  }
  return themes;
}

const LIKE = 0.55;

/** How much two texts are about the same, from 0 to 1: what they share, of what they have (Dice). */
export function likeness(one: string, other: string): number {
  return likenessOf(themesOf(one), themesOf(other));
}

function likenessOf(one: Themes, other: Themes): number {
  let shared = 0;
  for (const [word, weight] of one) if (other.has(word)) shared += weight;
  const all = sum(one) + sum(other);
  return all === 0 ? 0 : (2 * shared) / all;
}

function sum(themes: Themes): number {
  let total = 0;
  for (const weight of themes.values()) total += weight;
  return total;
}

type Compared = { content: string; votes: number };

/**
 * A finder of the question that a text is most like, or undefined; of several alike the one with most votes.
 *
 * @param read `themesOf`, or what remembers its answers.
 */
export function similarAmong<Q extends Compared>(
  questions: readonly Q[],
  read: (content: string) => Themes = themesOf,
): (content: string) => Q | undefined {
  const known = questions.map((question) => ({ question, themes: read(question.content) }));
  return (content) => {
    const themes = read(content);
    let best: { question: Q; like: number } | undefined;
    for (const { question, themes: others } of known) {
      const like = likenessOf(themes, others);
      if (like < LIKE) continue;
      const better = !best || like > best.like || (like === best.like && question.votes > best.question.votes);
      if (better) best = { question, like };
    }
    return best?.question;
  };
}
