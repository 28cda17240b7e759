/* What the server has put into the page, so that the first screen need not ask for it. */

type Sent = Readonly<Record<string, unknown>>;

let read: { sent: Sent | undefined } | undefined;

/** The responses that came with the page, by name; read once, even if none were sent. */
export function initialAnswers(): Sent | undefined {
  read ??= { sent: parse(document.getElementById('answers')?.textContent) };
  return read.sent;
}

function parse(text: string | null | undefined): Sent | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Sent;
  } catch {
    return undefined;
  }
}

type Named = { resource_type: string; resource_id: string; alias: string };

/** What is at an address, if the page came with it. */
export function initialAlias(alias: string): Named | undefined {
  const named = initialAnswers()?.alias as Named | undefined;
  return named?.alias === alias.toLowerCase() ? named : undefined;
}

/** When the page was sent, in milliseconds, for the age of what came with it. */
export const INITIAL_DATA_AT = Date.now();
