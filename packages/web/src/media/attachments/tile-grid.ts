/** The most in a row of a grid. */
const WIDE = 3;

/**
 * How many of the six columns of a grid each of three or more tiles takes. The rows differ by one tile at most, and the
 * larger tiles come first: four are two and two, seven are two, two and three.
 */
export function spansOf(count: number): number[] {
  const rows = Math.ceil(count / WIDE);
  const few = Math.floor(count / rows);
  const larger = rows - (count % rows);
  return Array.from({ length: rows }, (_, row) => (row < larger ? few : few + 1)).flatMap((inRow) =>
    Array.from({ length: inRow }, () => 6 / inRow),
  );
}

/** Whether a picture is so small, in its own pixels, that a tile would show it larger than it is. */
export function isSmall(picture: { width: number | null; height: number | null }): boolean {
  return (picture.width ?? SMALL) < SMALL && (picture.height ?? SMALL) < SMALL;
}

/** Pixels of the narrowest tile. */
const SMALL = 120;
