/* What the server has put into the page, so that the first screen need not ask for it. */

type Sent = Readonly<Record<string, unknown>>;

/** An answer that the server asked for while it drew the page: the key of the query, and its data. */
export type DrawnAnswer = [key: readonly unknown[], data: unknown];

let read: { sent: Sent | undefined } | undefined;
let drawingSince: number | undefined;

/** The responses that came with the page, by name; read once, even if none were sent. */
export function initialAnswers(): Sent | undefined {
  read ??= { sent: parse(document.getElementById('answers')?.textContent) };
  return read.sent;
}

/**
 * What a page that is drawn on the server comes with, instead of what is in a document.
 *
 * @param at when it is drawn, in Unix seconds.
 */
export function setInitialAnswers(sent: Sent, at: number): void {
  read = { sent };
  drawingSince = at;
}

function parse(text: string | null | undefined): Sent | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Sent;
  } catch {
    return undefined;
  }
}

/** Whether what is shown is a visitor's page as the server has drawn it: until the program takes it over. Not while it is drawn. */
export function drawnRoot(): boolean {
  return drawingSince === undefined && document.getElementById('root')?.dataset.drawn === 'page';
}

/** When the server drew the page, in Unix seconds. */
export function drawnAt(): number {
  return drawingSince ?? Number(document.getElementById('root')?.dataset.at);
}

/** The answers that the server asked for while it drew the page. */
export function drawnAnswers(): readonly DrawnAnswer[] {
  return (parse(document.getElementById('drawn')?.textContent) as unknown as DrawnAnswer[] | undefined) ?? [];
}

type Named = { resource_type: string; resource_id: string; alias: string };

/** What is at an address, if the page came with it. */
export function initialAlias(alias: string): Named | undefined {
  const named = initialAnswers()?.alias as Named | undefined;
  return named?.alias === alias.toLowerCase() ? named : undefined;
}

/** When the page was sent, in milliseconds, for the age of what came with it. */
export const INITIAL_DATA_AT = Date.now();
