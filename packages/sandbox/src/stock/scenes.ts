/** Paper, three dyes and ink: what a scene is printed with. */
export type Inks = { name: string; paper: string; light: string; middle: string; deep: string; ink: string };

/** A number from 0 to 1, the next in a row that is always the same for the same seed. */
export type Chance = () => number;

type Draw = (inks: Inks, chance: Chance) => string;
export type Scene = { name: string; words: string; draw: Draw };

export const WIDTH = 1200;
export const HEIGHT = 900;

export const INKS: readonly Inks[] = [
  { name: 'moss green', paper: '#f1faf2', light: '#99d2ac', middle: '#2e7b53', deep: '#154a2f', ink: '#f0be2c' },
  { name: 'brick red', paper: '#fff5f3', light: '#fea79b', middle: '#c73732', deep: '#7d201d', ink: '#1f4073' },
  { name: 'night blue', paper: '#dff0fe', light: '#75aee9', middle: '#2a5694', deep: '#172a4f', ink: '#fad459' },
  { name: 'warm brown', paper: '#fff6ec', light: '#fbb47e', middle: '#a7521a', deep: '#672e0f', ink: '#0f7d7f' },
  { name: 'heather purple', paper: '#fbf5fd', light: '#dbb6ec', middle: '#8555a1', deep: '#503166', ink: '#e89155' },
];

export const SCENES: readonly Scene[] = [
  { name: 'Hills under a low sun', words: 'hill landscape morning outdoors walk nature sun', draw: hills },
  { name: 'Waves coming in', words: 'sea water beach wave swim holiday coast', draw: waves },
  { name: 'Pots on a shelf', words: 'pottery pot vase clay ceramics kiln studio craft shelf', draw: pots },
  { name: 'Bunting over a green', words: 'party fair flags bunting celebration summer festival', draw: bunting },
  { name: 'Rings of a tree', words: 'wood tree ring grain timber workshop joinery', draw: rings },
  { name: 'Woven cloth', words: 'weaving textile cloth loom thread pattern fabric', draw: weave },
  { name: 'Town roofs at night', words: 'town street roof house window evening moon night', draw: roofs },
  { name: 'Leaves on a branch', words: 'leaf plant garden growing branch green spring', draw: leaves },
];

function hills({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const sun = `<circle cx="${round(250 + chance() * 700)}" cy="${round(240 + chance() * 120)}" r="${round(80 + chance() * 70)}" fill="${ink}"/>`;
  return sun + [light, middle, deep].map((fill, at) => band(420 + at * 150, 90 - at * 12, 2, fill, chance)).join('');
}

function waves({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const fills = [light, middle, light, deep, middle, deep];
  const sail = `<path d="M${round(300 + chance() * 500)} 320 l120 0 l-60 -190z" fill="${ink}"/>`;
  return sail + fills.map((fill, at) => band(330 + at * 100, 26, 5 + at, fill, chance)).join('');
}

function pots({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const fills = [light, middle, deep, ink];
  const shelf = (y: number) => `<rect x="60" y="${y}" width="1080" height="22" fill="${deep}"/>`;
  const row = (y: number) =>
    Array.from({ length: 6 }, (_, at) => {
      const [x, w, h] = [150 + at * 175, 50 + chance() * 30, 120 + chance() * 130];
      const fill = fills[Math.floor(chance() * fills.length)] ?? light;
      return `<path d="M${round(x - w * 0.4)} ${y} Q${round(x - w * 1.3)} ${round(y - h * 0.5)} ${round(x - w * 0.35)} ${round(y - h)} h${round(w * 0.7)} Q${round(x + w * 1.3)} ${round(y - h * 0.5)} ${round(x + w * 0.4)} ${y}z" fill="${fill}"/>`;
    }).join('');
  return shelf(420) + row(420) + shelf(790) + row(790);
}

function bunting({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const fills = [middle, ink, light, deep];
  const line = (y: number) => {
    const sag = 60 + chance() * 80;
    const flags = Array.from({ length: 12 }, (_, at) => {
      const x = 50 + at * 98;
      const top = y + sag * (1 - ((x - 600) / 600) ** 2);
      return `<path d="M${x} ${round(top)} h70 l-35 95z" fill="${fills[at % fills.length]}"/>`;
    });
    return `<path d="M0 ${y} Q600 ${round(y + sag * 2)} 1200 ${y}" fill="none" stroke="${deep}" stroke-width="6"/>${flags.join('')}`;
  };
  return band(740, 40, 2, middle, chance) + line(90) + line(300) + line(510);
}

function rings({ light, middle, deep }: Inks, chance: Chance): string {
  const [x, y] = [420 + chance() * 300, 360 + chance() * 160];
  return Array.from({ length: 16 }, (_, at) => {
    const r = 900 - at * 56;
    const fill = [light, middle, light, deep][at % 4];
    return `<ellipse cx="${round(x + chance() * 16)}" cy="${round(y + chance() * 16)}" rx="${r}" ry="${round(r * (0.86 + chance() * 0.06))}" fill="${fill}"/>`;
  }).join('');
}

function weave({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const step = 60;
  const fills = [light, middle, deep, ink];
  const [one, other] = [Math.floor(chance() * 3), 1 + Math.floor(chance() * 2)];
  const cells: string[] = [];
  for (let row = 0; row < HEIGHT / step; row += 1)
    for (let column = 0; column < WIDTH / step; column += 1) {
      const over = (row + column * other) % 3 !== one;
      const fill = fills[over ? (row + one) % 4 : (column * other) % 4];
      const [w, h] = over ? [step, step - 14] : [step - 14, step];
      cells.push(`<rect x="${column * step}" y="${row * step}" width="${w}" height="${h}" fill="${fill}"/>`);
    }
  return cells.join('');
}

function roofs({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const sky = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${light}"/><circle cx="${round(200 + chance() * 800)}" cy="170" r="70" fill="${ink}"/>`;
  const houses = Array.from({ length: 9 }, (_, at) => {
    const [x, top] = [at * 140 - 40, 360 + chance() * 190];
    const fill = at % 2 === 0 ? deep : middle;
    const lit =
      chance() > 0.35 ? `<rect x="${round(x + 52)}" y="${round(top + 90)}" width="44" height="60" fill="${ink}"/>` : '';
    return `<path d="M${x} ${HEIGHT} V${round(top)} l75 -110 l75 110 V${HEIGHT}z" fill="${fill}"/>${lit}`;
  });
  return sky + houses.join('');
}

function leaves({ light, middle, deep, ink }: Inks, chance: Chance): string {
  const fills = [middle, deep, light, ink];
  const stem = `<path d="M120 880 Q500 ${round(500 + chance() * 200)} 1120 60" fill="none" stroke="${deep}" stroke-width="14"/>`;
  const all = Array.from({ length: 15 }, (_, at) => {
    const part = at / 15;
    const [x, y, turn] = [140 + part * 960, 850 - part * 760, (at % 2 ? -70 : 20) + chance() * 30];
    return `<path d="M0 0 Q90 -80 210 0 Q90 80 0 0z" transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)})" fill="${fills[at % 4]}"/>`;
  });
  return stem + all.join('');
}

/** A wavy edge from side to side, filled to the bottom. */
function band(y: number, high: number, crests: number, fill: string, chance: Chance): string {
  const step = WIDTH / (crests * 2);
  const shift = (chance() - 0.5) * 40;
  let path = `M0 ${round(y + shift)}`;
  for (let at = 0; at < crests * 2; at += 1) {
    const up = (at % 2 === 0 ? -high : high) * (0.7 + chance() * 0.6);
    path += ` q${round(step / 2)} ${round(up)} ${round(step)} 0`;
  }
  return `<path d="${path} V${HEIGHT} H0z" fill="${fill}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
