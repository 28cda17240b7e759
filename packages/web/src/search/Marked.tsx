import type { Snippet } from './snippet.ts';

/** A text with highlighted ranges. */
export function Marked({ text, marks }: Snippet) {
  const pieces = marks.map(([start, end], index) => (
    <span key={start}>
      {text.slice(marks[index - 1]?.[1] ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
    </span>
  ));
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
