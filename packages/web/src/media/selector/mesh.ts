/** Four colours as `#rrggbb`: the ground, then three lights on top of it. */
export type Colours = readonly [string, string, string, string];
export type Preset = { name: string; colours: Colours };

/** Eleven gradients in the product's colours. */
export const PRESETS: readonly Preset[] = [
  { name: 'Meadow', colours: ['#2e7b53', '#99d2ac', '#fad459', '#206240'] },
  { name: 'First light', colours: ['#f0be2c', '#ffd3ad', '#f47c6e', '#fff3c1'] },
  { name: 'Kiln', colours: ['#7d201d', '#e45347', '#f0be2c', '#451f0b'] },
  { name: 'Harbour', colours: ['#2a5694', '#75aee9', '#85d7d3', '#172a4f'] },
  { name: 'Copper roof', colours: ['#0f7d7f', '#85d7d3', '#c76c2f', '#016367'] },
  { name: 'Heath', colours: ['#6a4284', '#c394db', '#eb84a9', '#503166'] },
  { name: 'Foxgloves', colours: ['#af3d6d', '#ffcddc', '#dbb6ec', '#8f2c56'] },
  { name: 'Clay', colours: ['#a7521a', '#fbb47e', '#ffe9d4', '#672e0f'] },
  { name: 'Rain', colours: ['#636f78', '#bec7ce', '#9dcbf8', '#394249'] },
  { name: 'Orchard', colours: ['#6cb88a', '#fde68f', '#fea79b', '#2e7b53'] },
  { name: 'Midsummer night', colours: ['#1f4073', '#8555a1', '#fad459', '#172a4f'] },
];

type Light = { x: number; y: number; reach: number; colour: number };

/** Where the lights of a shape lie, as parts of the edges; always the same for the same number. */
export function lightsOf(shape: number): Light[] {
  const chance = chanceFrom(shape);
  return Array.from({ length: 7 }, (_, at) => ({
    x: -0.1 + chance() * 1.2,
    y: -0.1 + chance() * 1.2,
    reach: 0.45 + chance() * 0.4,
    colour: (at % 3) + 1,
  }));
}

/** Draws a gradient over the whole of a canvas. */
export function drawMesh(
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
  colours: Colours,
  shape: number,
): void {
  pen.fillStyle = colours[0];
  pen.fillRect(0, 0, width, height);
  const longest = Math.max(width, height);
  for (const light of lightsOf(shape)) {
    const [x, y] = [light.x * width, light.y * height];
    const colour = colours[light.colour] ?? colours[0];
    const glow = pen.createRadialGradient(x, y, 0, x, y, light.reach * longest);
    // Two steps between full and none, so that the light falls off softly.
    glow.addColorStop(0, `${colour}f2`);
    glow.addColorStop(0.45, `${colour}8c`);
    glow.addColorStop(1, `${colour}00`);
    pen.fillStyle = glow;
    pen.fillRect(0, 0, width, height);
  }
}

/** The same row of numbers from 0 to 1 for the same start (a linear congruence after Numerical Recipes). */
function chanceFrom(start: number): () => number {
  let state = Math.imul(start + 1, 2654435761) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
