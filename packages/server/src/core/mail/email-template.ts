/** What every mail of ours is made of; each part is plain text and is escaped. */
export type Letter = {
  /** Shown beside the subject in a list of mails. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** A code to type, set large. */
  code?: string;
  button?: { label: string; href: string };
  footer: string;
  /** Under the footer: how to get no more of these. */
  stop?: { label: string; href: string };
};

/** Renders a letter as HTML and as plain text. What draws it takes thirty megabytes, so it is loaded with the first one. */
export async function renderLetter(letter: Letter): Promise<{ html: string; text: string }> {
  const { drawLetter } = await import('./email-page.ts');
  return drawLetter(letter);
}
