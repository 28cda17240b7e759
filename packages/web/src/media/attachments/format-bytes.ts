const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.4 MB`, in the reader's language. */
export function sizeWords(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

/** A tile's aspect ratio, limited so that it is never too wide or too tall. */
export function ratioOf({ width, height }: { width: number | null; height: number | null }): number {
  if (width === null || height === null || width <= 0 || height <= 0) return 4 / 3;
  return Math.min(Math.max(width / height, 0.5), 2.4);
}

/** The heading of a month in a list that is newest first: `November 2026`. */
export function monthOf(at: string): string {
  return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(new Date(at));
}
