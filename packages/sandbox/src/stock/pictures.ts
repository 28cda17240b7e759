import { HEIGHT, INKS, SCENES, WIDTH } from './scenes.ts';

/** A picture of the stand-in: where it is drawn from, and the words that find it. */
export type Picture = {
  id: string;
  description: string;
  words: string;
  file: string | undefined;
  svg: string | undefined;
};

/** The covers that the product ships, if they are there. */
const COVERS: Record<string, string> = {
  contour: 'Contour lines of a hill walk map outdoors landscape',
  dye: 'Cloth in a dye bath textile colour craft',
  grain: 'Grain of a plank wood workshop timber',
  joinery: 'Joints of a frame wood joinery workshop craft',
  kiln: 'A kiln with its door open pottery clay fire ceramics',
  letterpress: 'Letters in a press printing type craft paper',
  mending: 'A mended sleeve textile sewing repair visible',
  midsummer: 'A fire at midsummer party night festival',
  pegboard: 'Tools on a board workshop repair craft',
  repair: 'A bicycle in the stand repair cycle workshop',
  show: 'A stage with its lights on theatre music show concert',
  town: 'The roofs of a town street house river',
};

/** Every picture, in the order in which they are shown: all made for Folkmoot. */
export const PICTURES: readonly Picture[] = [
  ...Object.entries(COVERS).map(([name, words]) => ({
    id: `cover-${name}`,
    description: words.split(' ').slice(0, 4).join(' '),
    words: words.toLowerCase(),
    file: `${name}.webp`,
    svg: undefined,
  })),
  ...INKS.flatMap((inks, row) =>
    SCENES.map(({ name, words, draw }, column) => ({
      id: `print-${row * SCENES.length + column + 1}`,
      description: `${name}, printed in ${inks.name}`,
      words: `${name} ${words} ${inks.name} print colour`.toLowerCase(),
      file: undefined,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${inks.paper}"/>${draw(inks, chanceFrom(row * 31 + column * 7 + 1))}</svg>`,
    })),
  ),
];

/** Pictures in which each word is found, at the beginning of one of theirs; all of them without a word. */
export function findPictures(query: string): Picture[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return PICTURES.filter(({ words }) => wanted.every((word) => ` ${words}`.includes(` ${word}`)));
}

/** The same row of numbers for the same seed (a linear congruence after Numerical Recipes). */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
