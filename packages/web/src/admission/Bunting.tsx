import css from './ticket.module.css';

const WIDTH = 1440;
const COLOURS = ['#fad459', '#fffae5', '#e45347', '#75aee9', '#439669'];
const FLAGS = 45;

/** The line that they hang from: a quadratic curve, whose lowest point is in the middle. */
const at = (part: number) => ({
  x: -20 + (WIDTH + 40) * part,
  y: 18 * (1 - part) ** 2 + 2 * 174 * part * (1 - part) + 18 * part ** 2,
});

function flag(index: number): string {
  const [from, to] = [at((index + 0.12) / FLAGS), at((index + 0.86) / FLAGS)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const tip = { x: (from.x + to.x) / 2 - (dy / length) * 27, y: (from.y + to.y) / 2 + (dx / length) * 27 };
  return `M${[from, to, tip].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

const PATHS = COLOURS.map((colour, first) => ({
  colour,
  path: Array.from({ length: FLAGS / COLOURS.length }, (_, group) => flag(group * COLOURS.length + first)).join(''),
}));

/** Flags on a line across the top. */
export function Bunting() {
  return (
    <svg className={css.bunting} viewBox={`0 0 ${WIDTH} 130`} preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <path
        d={`M-20 18Q${WIDTH / 2} 174 ${WIDTH + 20} 18`}
        fill="none"
        stroke="#fff"
        strokeOpacity="0.4"
        strokeWidth="2"
      />
      {PATHS.map(({ colour, path }) => (
        <path key={colour} d={path} fill={colour} />
      ))}
    </svg>
  );
}
