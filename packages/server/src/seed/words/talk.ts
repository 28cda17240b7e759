/** One message of the demo world. People are named by username. */
export type Line = {
  by: string;
  text: string;
  /** Who reacted, by emoji. */
  reactions?: Record<string, string[]>;
  /** Minutes after the message before it; where absent the seeder chooses. */
  minutesLater?: number;
};

/** Messages that belong together and follow on from one another. */
export type Thread = Line[];

/**
 * Reads threads from text, because a conversation is easier to write and to mend as one:
 *
 *     tomasz: Kiln 2 unloads tomorrow at nine. {🔥 ines amara; ✅ yuki}
 *     amara +13: Mine are the three small ones.
 *       A line that is indented goes on with the message.
 *
 * A blank line ends the thread. `+13` is minutes after the message before.
 *
 * @throws Error naming the line that is neither.
 */
export function readTalk(text: string): Thread[] {
  return text
    .split(/\n[ \t]*\n/)
    .map((block) => block.replace(/^\n+|\s+$/g, ''))
    .filter((block) => block !== '')
    .map((block) => block.split(/\n(?! {2})/).map(readLine));
}

function readLine(raw: string): Line {
  const [, by, later, rest] = /^([a-z0-9_-]+)(?: \+(\d+))?: ([\s\S]+)$/.exec(raw) ?? [];
  if (by === undefined || rest === undefined) throw new Error(`This is not a line of a conversation: ${raw}`);
  const [, said, told] = /^([\s\S]*?)(?: \{([^{}]+)\})?$/.exec(rest) ?? [];
  const line: Line = { by, text: (said ?? rest).replace(/\n {2}/g, '\n') };
  if (later !== undefined) line.minutesLater = Number(later);
  if (told !== undefined) line.reactions = readReactions(told);
  return line;
}

function readReactions(told: string): Record<string, string[]> {
  const groups = told.split(';').map((group) => group.trim().split(/\s+/));
  return Object.fromEntries(groups.map(([emoji = '', ...people]) => [emoji, people]));
}
